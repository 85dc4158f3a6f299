package io.perfstarter.warmup.run;

import java.time.LocalDate;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Template}.
 */
class TemplateTests {

	private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);

	@Test
	void rangeIncludesBothEnds() {
		assertThat(all("/tickets/{range:-1..2}", 4)).containsExactly("/tickets/-1", "/tickets/0", "/tickets/1",
				"/tickets/2");
	}

	@Test
	void listHasEachOfItsValues() {
		assertThat(all("/tickets/{list:7,red,}", 3)).containsExactly("/tickets/", "/tickets/7", "/tickets/red");
	}

	@Test
	void dateIsSoManyDaysFromToday() {
		assertThat(all("?day={date:-1..1}", 3)).containsExactly("?day=2026-02-28", "?day=2026-03-01",
				"?day=2026-03-02");
	}

	@Test
	void placesAreIndependentAndValuesAreEncoded() {
		AtomicInteger next = new AtomicInteger();
		String text = Template.of("{list:a b,c&d}/{list:a b,c&d}")
			.fill((bound) -> next.getAndIncrement(), TODAY, (value) -> "<" + value + ">");
		assertThat(text).isEqualTo("<a b>/<c&d>");
	}

	@Test
	void valuesMayLookLikeReplacements() {
		assertThat(all("{list:$1\\}", 1)).containsExactly("$1\\");
	}

	@Test
	void otherBracesAreLeftAsTheyAre() {
		String json = "{\"lot\": {range:1..1}, \"range\": {}}";
		assertThat(all(json, 1)).containsExactly("{\"lot\": 1, \"range\": {}}");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{range:1..}", "{range:2..1}", "{range:a..b}", "{range}", "{list}", "{date:today}",
			"{range:1..99999999999}" })
	void wrongPlacesAreRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Template.of("/tickets/" + text))
			.withMessageContaining(text);
	}

	private static Set<String> all(String text, int values) {
		Template template = Template.of(text);
		Set<String> all = new TreeSet<>();
		for (int i = 0; i < values; i++) {
			int chosen = i;
			all.add(template.fill((bound) -> {
				assertThat(bound).isEqualTo(values);
				return chosen;
			}, TODAY, (value) -> value));
		}
		return all;
	}

}
