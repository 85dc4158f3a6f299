package io.perfstarter.reporting;

import java.util.List;

import io.perfstarter.reporting.window.LimiterWindow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Reporting.Totals}.
 */
class TotalsTests {

	private List<LimiterWindow> executors = List.of();

	private final Reporting.Totals<LimiterWindow> totals = new Reporting.Totals<>(() -> this.executors,
			LimiterWindow::name, LimiterWindow::since);

	@Test
	void givesWhatWasDoneInAPeriod() {
		this.executors = List.of(executor("mail", 3), executor("orders", 5));
		assertThat(this.totals.next()).containsExactly(executor("mail", 3), executor("orders", 5));
		this.executors = List.of(executor("mail", 4), executor("orders", 5));
		assertThat(this.totals.next()).containsExactly(executor("mail", 1), executor("orders", 0));
	}

	@Test
	void beginsAnewWithWhatHasGoneAndComesBack() {
		this.executors = List.of(executor("mail", 3));
		this.totals.next();
		this.executors = List.of();
		assertThat(this.totals.next()).isEmpty();
		this.executors = List.of(executor("mail", 1));
		assertThat(this.totals.next()).containsExactly(executor("mail", 1));
	}

	private static LimiterWindow executor(String name, long lost) {
		return new LimiterWindow(name, 1, 0, 0, lost, 0, 0, "");
	}

}
