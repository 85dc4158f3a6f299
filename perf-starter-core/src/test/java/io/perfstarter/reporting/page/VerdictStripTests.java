package io.perfstarter.reporting.page;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import io.perfstarter.reporting.JudgedWindow;
import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link VerdictStrip}.
 */
class VerdictStripTests {

	private static final Window SOME = ParkingState.healthy().windows().get(0).window();

	private static final Verdict HEAP = ParkingState.HEAP;

	@Test
	void blocksAreHigherWithSlowRequestsAndTheHighestWithACause() {
		assertThat(draw(period(0, 0, null), period(30, 2, null), period(60, 9, HEAP), period(90, 0, null))).contains(
				"<rect class=\"healthy\" x=\"0.00%\" width=\"25.00%\"><title>14:29:30 nothing slow<",
				"<rect class=\"few\" x=\"25.00%\" width=\"25.00%\"><title>14:30:00 2 slow requests, and no cause stands out<",
				"<rect class=\"slow\" x=\"50.00%\" width=\"25.00%\"><title>14:30:30 GC_HEAP_TOO_SMALL<",
				"<rect class=\"healthy\" x=\"75.00%\" width=\"25.00%\"><title>14:31:00 nothing slow<",
				"1 period of 4 with a cause");
	}

	@Test
	void periodsWithTheSameVerdictAreOneBlock() {
		String strip = draw(period(0, 9, HEAP), period(30, 7, HEAP), period(60, 0, null), period(90, 0, null));
		assertThat(strip).containsOnlyOnce("<rect class=\"slow\"")
			.containsOnlyOnce("<rect class=\"healthy\"")
			.contains("14:29:30 to 14:30:30</span> The heap is too small", "2 periods of 4 with a cause");
	}

	@Test
	void missingPeriodEndsABlock() {
		String strip = draw(period(0, 9, HEAP), period(90, 9, HEAP));
		assertThat(strip).contains("14:29:30 to 14:30:00</span> The heap", "14:31:00 to 14:31:30</span> The heap",
				"x=\"50.00%\" width=\"50.00%\"");
	}

	@Test
	void clockThatIsSetBackChangesNoOrder() {
		String strip = draw(period(0, 9, HEAP), period(30, 0, null), period(-3600, 9, HEAP), period(-3570, 0, null));
		assertThat(strip).containsSubsequence("x=\"0.00%\"", "x=\"25.00%\"", "x=\"50.00%\"", "x=\"75.00%\"")
			.contains("13:29:30 to 13:30:00</span> The heap")
			.doesNotContain("width=\"-", "width=\"0.00%");
	}

	@Test
	void requestsThatNobodyCountsMayBeSlow() {
		Window window = SOME.with(RequestsWindow.NOT_COUNTED);
		assertThat(draw(new JudgedWindow(window, null))).contains("<title>14:29:30 no cause<")
			.doesNotContain("nothing slow");
	}

	@Test
	void saysHowManyCausesAreLeftOut() {
		JudgedWindow[] periods = IntStream.range(0, 30)
			.mapToObj((index) -> period(30 * index, 9, (index % 2 != 0) ? HEAP : ParkingState.SLOW_SQL))
			.toArray(JudgedWindow[]::new);
		assertThat(draw(periods)).contains("14:44:00 to 14:44:30</span> The heap", "Not shown: 18 further causes.")
			.doesNotContain("14:29:30 to 14:30:00");
	}

	@Test
	void anotherSubjectIsAnotherCause() {
		Verdict one = new Verdict(Cause.SLOW_SQL, "select one", false, 1, "", "", List.of());
		Verdict two = new Verdict(Cause.SLOW_SQL, "select two", false, 1, "", "", List.of());
		assertThat(draw(period(0, 9, one), period(30, 9, two))).contains("select one", "select two");
	}

	private static JudgedWindow period(int second, long slow, @Nullable Verdict verdict) {
		RequestsWindow some = SOME.requests();
		RequestsWindow requests = new RequestsWindow(some.count(), slow, some.p50(), some.p99(), some.breakdown(),
				some.connections(), some.slowestRoute(), some.slowFigures());
		return new JudgedWindow(new Window(ParkingState.NOW.plusSeconds(second), Duration.ofSeconds(30), requests,
				SOME.pools(), SOME.machine(), SOME.caches(), SOME.executors(), SOME.limiters(), SOME.sessions(),
				SOME.threads()), verdict);
	}

	private static String draw(JudgedWindow... periods) {
		List<JudgedWindow> newestFirst = new ArrayList<>(List.of(periods));
		Collections.reverse(newestFirst);
		Html html = new Html();
		new VerdictStrip(Timeline.of(newestFirst, ZoneOffset.UTC)).writeTo(html);
		return html.toString();
	}

}
