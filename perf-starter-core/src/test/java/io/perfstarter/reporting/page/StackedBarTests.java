package io.perfstarter.reporting.page;

import java.util.EnumMap;
import java.util.Map;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StackedBar}.
 */
class StackedBarTests {

	@Test
	void partsLieSideBySideAndFillTheBar() {
		String bar = draw(ParkingState.millis(Map.of(Part.QUEUE, 25, Part.SQL, 50, Part.BLOCKED, 25)));
		assertThat(bar).contains("x=\"0.00%\" width=\"25.00%\" fill=\"url(#queue)\"",
				"x=\"25.00%\" width=\"50.00%\" fill=\"url(#sql)\"",
				"x=\"75.00%\" width=\"25.00%\" fill=\"url(#blocked)\"");
	}

	@Test
	void everyPartIsDrawn() {
		Map<Part, Integer> all = new EnumMap<>(Part.class);
		for (Part part : Part.values()) {
			all.put(part, 10);
		}
		String bar = draw(ParkingState.millis(all));
		for (Part part : Part.values()) {
			assertThat(bar).contains("url(#" + part.label() + ")", part.label() + " 10 ms");
		}
	}

	@Test
	void whatWasNotMeasuredIsSaid() {
		assertThat(draw(ParkingState.millis(Map.of(Part.SQL, 5, Part.FETCH, 0)))).contains(
				"<title>queue n/a, pool n/a, sql 5 ms, remote n/a, stw n/a, cpu n/a, run-queue n/a, blocked n/a</title>");
	}

	@Test
	void wordsNameTheLargestFirst() {
		Parts parts = ParkingState.millis(Map.of(Part.QUEUE, 30, Part.SQL, 66, Part.CPU, 4));
		assertThat(new StackedBar(parts).words()).isEqualTo("sql 66 %, queue 30 %");
	}

	@Test
	void noTimeIsNoFault() {
		assertThat(draw(Parts.NONE)).doesNotContain("NaN").doesNotContain("<rect");
	}

	private static String draw(Parts parts) {
		Html html = new Html();
		new StackedBar(parts).writeTo(html);
		return html.toString();
	}

}
