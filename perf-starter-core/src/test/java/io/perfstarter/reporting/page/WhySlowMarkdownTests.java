package io.perfstarter.reporting.page;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.JudgedWindow;
import io.perfstarter.reporting.WhySlow;
import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WhySlowMarkdown}.
 */
class WhySlowMarkdownTests {

	@Test
	void saysWhatIsSlowAndWhatToDo() {
		assertThat(markdown(ParkingState.rich())).contains(
				"**Connections of the pool tickets are held idle, and other requests wait behind it.**",
				"- Cause: `CONNECTION_HELD_IDLE`, which explains 81 % of the slow time",
				"- What to do: Call token-service before the transaction begins",
				"### Also: A statement is slow: select \\* from ticket where car\\_number like ?",
				"## Slowest requests", "## Advice");
	}

	@Test
	void saysThatNothingIsSlow() {
		assertThat(markdown(ParkingState.healthy())).contains("Nothing is slow.", "No request was slow.",
				"There is none.");
	}

	@Test
	void saysThatNothingWasMeasuredYet() {
		assertThat(markdown(ParkingState.empty())).contains("Nothing has been measured yet.").doesNotContain("NaN");
	}

	@Test
	void markupOfTheApplicationIsText() {
		String hostile = "a\n# title\n[link](http://evil) <script> `code` | x";
		Verdict verdict = new Verdict(Cause.SLOW_SQL, hostile, false, 1, hostile, hostile, List.of());
		WhySlow state = new WhySlow(ParkingState.NOW, hostile,
				List.of(new JudgedWindow(ParkingState.rich().windows().get(0).window(), verdict)), List.of(), List.of(),
				Map.of());
		assertThat(markdown(state)).doesNotContain("\n# title", "[link](", "<script>")
			.contains("- Evidence: a \\# title \\[link\\](http://evil) \\<script\\> \\`code\\` \\| x");
	}

	private static String markdown(WhySlow state) {
		return WhySlowMarkdown.of(state, ZoneOffset.UTC);
	}

}
