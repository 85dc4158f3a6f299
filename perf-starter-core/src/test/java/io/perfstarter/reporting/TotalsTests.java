package io.perfstarter.reporting;

import java.util.List;

import io.perfstarter.reporting.window.LaneWindow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Totals}.
 */
class TotalsTests {

	private List<LaneWindow> lanes = List.of();

	private final Totals<LaneWindow> totals = new Totals<>(() -> this.lanes, LaneWindow::name,
			(total, before) -> lane(total.name(), total.lost() - before.lost()));

	@Test
	void givesWhatWasDoneInAPeriod() {
		this.lanes = List.of(lane("mail", 3), lane("orders", 5));
		assertThat(this.totals.next()).containsExactly(lane("mail", 3), lane("orders", 5));
		this.lanes = List.of(lane("mail", 4), lane("orders", 5));
		assertThat(this.totals.next()).containsExactly(lane("mail", 1), lane("orders", 0));
	}

	@Test
	void beginsAnewWithWhatHasGoneAndComesBack() {
		this.lanes = List.of(lane("mail", 3));
		this.totals.next();
		this.lanes = List.of();
		assertThat(this.totals.next()).isEmpty();
		this.lanes = List.of(lane("mail", 1));
		assertThat(this.totals.next()).containsExactly(lane("mail", 1));
	}

	private static LaneWindow lane(String name, long lost) {
		return new LaneWindow(name, 1, 0, 0, lost);
	}

}
