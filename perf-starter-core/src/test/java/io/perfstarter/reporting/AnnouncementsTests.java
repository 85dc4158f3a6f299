package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Announcements}.
 */
@ExtendWith(OutputCaptureExtension.class)
class AnnouncementsTests {

	private static final Verdict SQL = Samples.verdict(Cause.SLOW_SQL, "select ?");

	private final Announcements announcements = new Announcements();

	private Instant now = Samples.NOON;

	@Test
	void warnsOfAVerdictWithTheSlowestRequest(CapturedOutput output) {
		announce(SQL);
		assertThat(output.getOut())
			.containsPattern("WARN .*31 of 1240 requests slow: SLOW_SQL \\(select \\?\\)\\. It was seen\\. Mend it\\.")
			.containsPattern("WARN .*Slowest: GET /tickets/\\{id} 904ms = thread wait");
	}

	@Test
	void namesFurtherCauses(CapturedOutput output) {
		announce(Samples.verdict(Cause.SLOW_SQL, "", Samples.verdict(Cause.SLOW_REMOTE, "GET token")));
		assertThat(output).contains("SLOW_SQL. It was seen. Mend it. And SLOW_REMOTE (GET token). It was seen.");
	}

	@Test
	void showsThePlanBelowTheVerdict(CapturedOutput output) {
		this.announcements.announce(new JudgedWindow(Samples.window(this.now), SQL, List.of("Query plan.", "  Filter")),
				List.of(Samples.judged("GET /tickets", SQL)));
		assertThat(output.getOut()).containsPattern(
				"Mend it\\.\\R.*WARN .* Query plan\\.\\R.*WARN .*   Filter\\R.*WARN .* Slowest: GET /tickets ");
	}

	@Test
	void warnsOnceOfWhatStays(CapturedOutput output) {
		Verdict leak = Samples.verdict(Cause.CONNECTION_LEAK, "orders");
		for (int period = 0; period < 200; period++) {
			announce((period % 2 != 0) ? leak : SQL);
		}
		assertThat(warnings(output)).isEqualTo(2);
	}

	@Test
	void warnsOnceOfWhatStaysInLongPeriods(CapturedOutput output) {
		Window window = Samples.window(this.now);
		Window longer = new Window(window.end(), Duration.ofMinutes(15), window.requests(), window.pools(),
				window.machine(), window.caches(), window.executors(), window.limiters(), window.sessions(),
				window.threads());
		for (int period = 0; period < 5; period++) {
			this.announcements.announce(new JudgedWindow(longer, SQL, List.of()), List.of());
		}
		assertThat(warnings(output)).isOne();
	}

	@Test
	void warnsOfAnotherCauseHoweverManyRoutesAreSlow(CapturedOutput output) {
		announce(SQL,
				IntStream.range(0, 120)
					.mapToObj((route) -> Samples.judged("GET /" + route, SQL))
					.toArray(JudgedRequest[]::new));
		announce(Samples.verdict(Cause.GC_HEAP_TOO_SMALL, ""));
		assertThat(output).contains("GC_HEAP_TOO_SMALL");
	}

	@Test
	void warnsOnceOfARouteThatStaysSlow(CapturedOutput output) {
		for (int period = 0; period < 200; period++) {
			announce(SQL, Samples.judged("GET /a", SQL));
		}
		assertThat(warnings(output)).isOne();
	}

	@Test
	void warnsAgainOfWhatHasBeenGoneForTenMinutes(CapturedOutput output) {
		announce(SQL);
		for (int period = 0; period < 19; period++) {
			announce(null);
		}
		announce(SQL);
		assertThat(warnings(output)).isEqualTo(2);
	}

	@Test
	void warnsAgainWhenHalfMoreRequestsAreSlow(CapturedOutput output) {
		announce(SQL, 100);
		announce(SQL, 150);
		announce(SQL, 50);
		assertThat(warnings(output)).isOne();
		announce(SQL, 151);
		announce(SQL, 200);
		assertThat(warnings(output)).isEqualTo(2);
	}

	private void announce(Verdict verdict, long slow) {
		Window window = Samples.window(this.now);
		JudgedWindow judged = new JudgedWindow(window.with(Samples.requests(1000, slow)), verdict, List.of());
		this.announcements.announce(judged, List.of());
		this.now = this.now.plusSeconds(30);
	}

	@Test
	void doesNotWarnAgainOfWhatComesAndGoes(CapturedOutput output) {
		for (int period = 0; period < 5; period++) {
			announce(SQL);
			announce(null);
		}
		assertThat(warnings(output)).isOne();
	}

	@Test
	void warnsOfAnotherCauseAndOfTheSameElsewhere(CapturedOutput output) {
		announce(SQL);
		announce(Samples.verdict(Cause.SLOW_SQL, "update ?"));
		announce(Samples.verdict(Cause.APP_CPU, ""));
		assertThat(warnings(output)).isEqualTo(3);
	}

	@Test
	void warnsOfTheSameCauseInAnotherRoute(CapturedOutput output) {
		Verdict unsure = Samples.verdict(Cause.UNSURE, "");
		announce(unsure, Samples.judged("GET /a", unsure), Samples.judged("GET /a", unsure));
		announce(unsure, Samples.judged("GET /a", unsure));
		assertThat(warnings(output)).isOne();
		announce(unsure, Samples.judged("GET /a", unsure), Samples.judged("GET /b", unsure),
				Samples.judged("GET /c", SQL));
		assertThat(warnings(output)).isEqualTo(2);
		assertThat(output).containsOnlyOnce("Slowest: GET /a")
			.containsOnlyOnce("Slowest: GET /b")
			.doesNotContain("Slowest: GET /c");
		announce(unsure, Samples.judged("GET /b", unsure));
		assertThat(warnings(output)).isEqualTo(2);
	}

	@Test
	void doesNotWarnRouteByRouteOfWhatConcernsAll(CapturedOutput output) {
		Verdict heap = Samples.verdict(Cause.GC_HEAP_TOO_SMALL, "");
		announce(heap, Samples.judged("GET /a", heap));
		announce(heap, Samples.judged("GET /b", heap));
		assertThat(warnings(output)).isOne();
	}

	@Test
	void doesNotWarnOfWhatMayBeIntended(CapturedOutput output) {
		Verdict wait = Samples.verdict(Cause.ASYNC_WAIT, "");
		announce(wait, Samples.judged("GET /poll", wait));
		assertThat(output).contains("ASYNC_WAIT", "Slowest: GET /poll").doesNotContain("WARN");
	}

	@Test
	void doesNotWarnOfTheFirstRequestsButOfWhatRemains(CapturedOutput output) {
		Verdict remains = Samples.verdict(Cause.SLOW_CONNECT, "orders");
		Verdict cold = Samples.verdict(Cause.COLD_START, "", remains);
		announce(cold, Samples.judged("GET /first", cold));
		assertThat(output).contains("COLD_START").doesNotContain("WARN");
		announce(remains, Samples.judged("GET /first", remains));
		assertThat(output).containsPattern("WARN.*SLOW_CONNECT");
	}

	private void announce(Verdict verdict, JudgedRequest... slowest) {
		this.announcements.announce(Samples.judged(this.now, verdict), List.of(slowest));
		this.now = this.now.plusSeconds(30);
	}

	@Test
	void doesNotSayHowManyAreSlowWhereNobodyCounts(CapturedOutput output) {
		this.announcements.announce(new JudgedWindow(Samples.uncounted(this.now), SQL, List.of()), List.of());
		assertThat(output).containsPattern("WARN .*Announcements.* SLOW_SQL \\(select \\?\\)\\. It was seen\\.")
			.doesNotContain("requests slow");
	}

	@Test
	void saysWhenItIsOver(CapturedOutput output) {
		announce(null);
		assertThat(output).doesNotContain("Resolved");
		announce(SQL);
		announce(null);
		announce(null);
		assertThat(output).containsOnlyOnce("Resolved: SLOW_SQL after 30 s");
	}

	@Test
	void isNotOverWhileNoRequestEnds(CapturedOutput output) {
		announce(SQL);
		this.announcements.announce(new JudgedWindow(Samples.idle(this.now), null, List.of()), List.of());
		assertThat(output).doesNotContain("Resolved");
		announce(null);
		assertThat(output).containsOnlyOnce("Resolved: SLOW_SQL");
	}

	@Test
	void saysHowLongItHasLasted(CapturedOutput output) {
		announce(SQL);
		announce(SQL);
		announce(SQL);
		announce(null);
		assertThat(output).containsOnlyOnce("Resolved: SLOW_SQL after 90 s");
	}

	@Test
	void saysWhenItIsBackBeforeItIsWarnedOfAgain(CapturedOutput output) {
		announce(SQL);
		announce(null);
		announce(SQL);
		announce(SQL);
		assertThat(output).containsOnlyOnce("Recurring: SLOW_SQL");
		assertThat(lastWord(output)).endsWith("Recurring: SLOW_SQL");
		announce(Samples.verdict(Cause.APP_CPU, ""));
		announce(SQL);
		assertThat(output).containsOnlyOnce("Recurring");
		announce(null);
		assertThat(lastWord(output)).endsWith("Resolved: SLOW_SQL after 30 s");
	}

	@Test
	void isNotOverWhereNothingCouldBeJudged(CapturedOutput output) {
		announce(SQL);
		this.announcements.announce(Samples.suspended(this.now), List.of());
		announce(SQL);
		assertThat(output).doesNotContain("Resolved", "Recurring");
		this.announcements.announce(Samples.suspended(this.now), List.of());
		announce(null);
		assertThat(output).containsOnlyOnce("Resolved: SLOW_SQL");
	}

	@Test
	void aClockThatIsSetBackOrForthChangesNothing(CapturedOutput output) {
		announce(SQL);
		this.now = this.now.minus(Duration.ofHours(1));
		announce(SQL);
		this.now = this.now.plus(Duration.ofHours(2));
		for (int period = 0; period < 18; period++) {
			announce(null);
		}
		announce(SQL);
		assertThat(warnings(output)).isOne();
		this.now = this.now.minus(Duration.ofHours(2));
		for (int period = 0; period < 19; period++) {
			announce(null);
		}
		announce(SQL);
		assertThat(warnings(output)).isEqualTo(2);
	}

	private void announce(@Nullable Verdict verdict) {
		this.announcements.announce(Samples.judged(this.now, verdict), List.of(Samples.judged(this.now, 900)));
		this.now = this.now.plusSeconds(30);
	}

	private static String lastWord(CapturedOutput output) {
		return output.getOut().lines().reduce("", (before, line) -> line);
	}

	private static long warnings(CapturedOutput output) {
		return output.getOut().lines().filter((line) -> line.contains("requests slow: ")).count();
	}

}
