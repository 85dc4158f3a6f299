package io.perfstarter.reporting;

import java.util.List;

import io.perfstarter.reporting.window.ExecutorWindow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Totals}.
 */
class TotalsTests {

	private List<ExecutorWindow> executors = List.of();

	private final Totals<ExecutorWindow> totals = new Totals<>(() -> this.executors, ExecutorWindow::name,
			(total, before) -> executor(total.name(), total.lost() - before.lost()));

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

	private static ExecutorWindow executor(String name, long lost) {
		return new ExecutorWindow(name, 1, 0, 0, lost, 0, 0, "");
	}

}
