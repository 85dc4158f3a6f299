package io.perfstarter.reporting.page;

import java.util.EnumMap;
import java.util.Map;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StackedBar}.
 */
class StackedBarTests {

	@Test
	void partsLieSideBySideAndFillTheBar() {
		String bar = draw(ParkingState
			.millis(Map.of(TimeComponent.THREAD_WAIT, 25, TimeComponent.SQL, 50, TimeComponent.BLOCKED, 25)));
		assertThat(bar).contains("x=\"0.00%\" width=\"25.00%\" fill=\"url(#queue)\"",
				"x=\"25.00%\" width=\"50.00%\" fill=\"url(#sql)\"",
				"x=\"75.00%\" width=\"25.00%\" fill=\"url(#blocked)\"");
	}

	@Test
	void everyPartIsDrawn() {
		Map<TimeComponent, Integer> all = new EnumMap<>(TimeComponent.class);
		for (TimeComponent component : TimeComponent.values()) {
			all.put(component, 10);
		}
		String bar = draw(ParkingState.millis(all));
		for (TimeComponent component : TimeComponent.values()) {
			assertThat(bar).contains("url(#" + component.label() + ")", component.title() + " 10 ms");
		}
	}

	@Test
	void whatWasNotMeasuredIsSaid() {
		assertThat(draw(ParkingState.millis(Map.of(TimeComponent.SQL, 5, TimeComponent.FETCH, 0)))).contains(
				"<title>thread wait n/a, pool n/a, sql 5 ms, remote n/a, limiter n/a, client n/a, GC/safepoint pause n/a, cpu n/a, CPU wait n/a, blocked n/a</title>");
	}

	@Test
	void wordsNameTheLargestFirst() {
		ComponentTimes breakdown = ParkingState
			.millis(Map.of(TimeComponent.THREAD_WAIT, 30, TimeComponent.SQL, 66, TimeComponent.CPU, 4));
		assertThat(new StackedBar(breakdown).words()).isEqualTo("sql 66 %, thread wait 30 %");
	}

	@Test
	void noTimeIsNoFault() {
		assertThat(draw(ComponentTimes.NONE)).doesNotContain("NaN").doesNotContain("<rect");
	}

	private static String draw(ComponentTimes breakdown) {
		Html html = new Html();
		new StackedBar(breakdown).writeTo(html);
		return html.toString();
	}

}
