package io.perfstarter.reporting.page;

import java.time.ZoneOffset;
import java.util.List;

import io.perfstarter.reporting.page.TimeChart.Line;
import io.perfstarter.reporting.page.TimeChart.Scale;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TimeChart}.
 */
class TimeChartTests {

	private final Timeline timeline = Timeline.of(ParkingState.rich().windows().subList(0, 4), ZoneOffset.UTC);

	@Test
	void linesGoFromOldToNewAndFromZeroUp() {
		assertThat(draw(Scale.SHARE, 0, 0.5, 1, 0))
			.contains("class=\"line line1\" d=\"M250 1000 500 510 750 20 1000 1000h0\"");
	}

	@Test
	void whatIsNotKnownIsAGap() {
		assertThat(draw(Scale.SHARE, 0, Double.NaN, -1, 0))
			.contains("class=\"line line1\" d=\"M250 1000h0M1000 1000h0\"");
	}

	@Test
	void straightLineNeedsItsEndsOnly() {
		assertThat(draw(Scale.SHARE, 1, 1, 1, 1)).contains("class=\"line line1\" d=\"M250 20 1000 20h0\"");
	}

	@Test
	void nothingKnownIsSaid() {
		assertThat(draw(Scale.TIME, -1, -1, -1, -1)).contains("line n/a, at most n/a", "<b>n/a</b>")
			.doesNotContain("NaN");
	}

	@Test
	void tellsItsFiguresToWhoDoesNotSeeIt() {
		assertThat(draw(Scale.TIME, 1e6, 9e8, 3e6, 2e6))
			.contains("aria-label=\"Title from 14:28:00 to 14:30:00: line 2 ms, at most 900 ms\"");
	}

	@Test
	void topIsARoundFigure() {
		assertThat(draw(Scale.TIME, 1e6, 9e8, 3e6, 2e6)).contains(">1 s</text>", ">500 ms</text>");
		assertThat(draw(Scale.TIME, 1e6, 4.1e8, 3e6, 2e6)).contains(">500 ms</text>", ">250 ms</text>");
		assertThat(draw(Scale.COUNT, 0, 0, 0, 0)).contains(">2</text>", ">1</text>");
		assertThat(draw(Scale.BYTES, 0, 0, 0, 256 << 20)).contains(">256 MB</text>", ">128 MB</text>");
		assertThat(draw(Scale.SHARE, 0, 0.31, 0, 0)).contains(">40 %</text>", ">20 %</text>");
	}

	private String draw(Scale scale, double... values) {
		Html html = new Html();
		new TimeChart("Title", this.timeline, scale, List.of(new Line("line", values))).writeTo(html);
		return html.toString();
	}

}
