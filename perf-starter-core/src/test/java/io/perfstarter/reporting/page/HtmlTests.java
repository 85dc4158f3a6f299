package io.perfstarter.reporting.page;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Html}.
 */
class HtmlTests {

	@Test
	void textCannotBecomeMarkup() {
		String html = new Html().element("p", "</p><script>alert('1')</script> & \"x\"").toString();
		assertThat(html).endsWith("<p>&lt;/p&gt;&lt;script&gt;alert('1')&lt;/script&gt; &amp; \"x\"</p>");
	}

	@Test
	void attributeCannotEnd() {
		String html = new Html().element("b", "", "title", "\" onclick=\"alert(1)").toString();
		assertThat(html).endsWith("<b title=\"&quot; onclick=&quot;alert(1)\"></b>");
	}

	@Test
	void controlCharactersAreReplaced() {
		assertThat(new Html().element("p", "a\0b\u001bc\nd").toString()).endsWith("<p>a\uFFFDb\uFFFDc\nd</p>");
	}

	@Test
	void endsWhatIsNotEndedByTheNext() {
		String html = new Html().open("ul").element("li", "a").element("li", "b").close().toString();
		assertThat(html).endsWith("<ul><li>a<li>b</ul>");
	}

	@Test
	void whatIsNotClosedIsAFault() {
		assertThatIllegalStateException().isThrownBy(new Html().open("p")::toString).withMessageContaining("p");
	}

}
