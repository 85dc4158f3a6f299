package io.perfstarter.reporting.request;

import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import org.springframework.core.task.VirtualThreadTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ThreadFigures}.
 */
class ThreadFiguresTests {

	private final ThreadFigures figures = new ThreadFigures();

	@Test
	void computingTakesTimeAndAllocatingBytes() {
		assertThat(this.figures.areMeasured()).isTrue();
		long cpuTime = this.figures.cpuTime();
		long allocated = this.figures.allocated();
		byte[] bytes = new byte[1_000_000];
		while (this.figures.cpuTime() - cpuTime < 5_000_000) {
			Thread.onSpinWait();
		}
		assertThat(this.figures.allocated() - allocated).isGreaterThanOrEqualTo(bytes.length);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsAreNotKnown() throws Exception {
		Callable<Boolean> known = this.figures::areMeasured;
		assertThat(new VirtualThreadTaskExecutor().submit(known).get()).isFalse();
	}

}
