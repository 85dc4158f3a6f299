package io.perfstarter.reporting.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the text of the page of {@link WhySlowEndpoint}.
 */
class WhySlowPageTests {

	@Test
	void policyAllowsTheStyleSheetAndTheScriptByTheirHashes() throws Exception {
		for (String element : List.of("style", "script")) {
			Matcher content = Pattern.compile("(?s)<" + element + "[^>]*>(.*?)</" + element + ">").matcher(page());
			assertThat(content.find()).isTrue();
			// Browsers normalize line endings before they compute the hash.
			byte[] text = content.group(1).replace("\r", "").getBytes(StandardCharsets.UTF_8);
			String hash = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(text));
			assertThat(page()).contains(element + "-src 'sha256-" + hash + "'").containsOnlyOnce("<" + element);
		}
		assertThat(page()).contains("content=\"default-src 'none'; connect-src 'self'; img-src data:;");
	}

	@Test
	void createsNoMarkupFromTextsAndLoadsNothingFromElsewhere() throws Exception {
		assertThat(page()).doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
				"://");
	}

	@Test
	void namesEachComponent() throws Exception {
		for (TimeComponent component : TimeComponent.values()) {
			assertThat(page()).containsPattern("  '?" + component.label() + "'?: \\['" + component.title() + "', '")
				.contains("." + component.label() + " { --fill: ");
		}
	}

	static String page() throws IOException {
		return new ClassPathResource("whyslow.html", WhySlowEndpoint.class).getContentAsString(StandardCharsets.UTF_8);
	}

}
