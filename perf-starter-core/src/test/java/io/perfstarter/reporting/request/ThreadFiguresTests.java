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
		long cpuTime = this.figures.cpuTime();
		long allocated = this.figures.allocated();
		byte[] bytes = new byte[1_000_000];
		while (this.figures.cpuTime() - cpuTime < 5_000_000) {
			Thread.onSpinWait();
		}
		assertThat(this.figures.allocated() - allocated).isGreaterThanOrEqualTo(bytes.length);
	}

	@Test
	void timeOfAnotherThreadIsKnown() {
		long[] self = { Thread.currentThread().getId() };
		long before = this.figures.cpuTimes(self)[0];
		assertThat(this.figures.cpuTime()).isGreaterThanOrEqualTo(before);
		assertThat(before).isPositive();
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsAreNotKnown() throws Exception {
		Callable<Thread> work = () -> {
			assertThat(this.figures.cpuTimes(new long[] { Thread.currentThread().getId() })).containsExactly(-1);
			assertThat(this.figures.allocated()).isEqualTo(-1);
			return Thread.currentThread();
		};
		assertThat(ThreadFigures.isVirtual(new VirtualThreadTaskExecutor().submit(work).get())).isTrue();
	}

}
