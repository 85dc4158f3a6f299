package io.perfstarter.reporting.window;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link Window}.
 */
class WindowTests {

	private static final OutsideWork JOB = new OutsideWork("etl-*", 0.9);

	@Test
	void aPoolThatAJobHoldsIsNotOfRequestsIfThereIsAnother() {
		Window window = window(RequestsWindow.NOT_COUNTED, pool("orders", OutsideWork.NONE), pool("reports", JOB));
		assertThat(window.isOfRequests("orders")).isTrue();
		assertThat(window.isOfRequests("reports")).isFalse();
	}

	@Test
	void theOnlyPoolIsOfRequestsWhoeverHoldsIt() {
		assertThat(window(RequestsWindow.NOT_COUNTED, pool("orders", JOB)).isOfRequests("orders")).isTrue();
	}

	@Test
	void anApplicationWhoseRequestsAreNotCountedIsNeverIdle() {
		assertThat(window(RequestsWindow.NOT_COUNTED).isIdle()).isFalse();
	}

	@Test
	void anExecutorWithTasksThatWaitOrAreLostIsNotIdle() {
		RequestsWindow none = new RequestsWindow(0, 0, 0, 0, ComponentTimes.NONE, 0, "", RequestFigures.NOT_COUNTED);
		assertThat(window(none, List.of(executor(0, 0))).isIdle()).isTrue();
		assertThat(window(none, List.of(executor(500, 0))).isIdle()).isFalse();
		assertThat(window(none, List.of(executor(0, 37))).isIdle()).isFalse();
	}

	private static LimiterWindow executor(int waiting, long refused) {
		return new LimiterWindow("mail", 8, 8, waiting, refused, 0, 0, "");
	}

	private static Window window(RequestsWindow requests, PoolWindow... pools) {
		return window(requests, List.of(), pools);
	}

	private static Window window(RequestsWindow requests, List<LimiterWindow> executors, PoolWindow... pools) {
		return new Window(Instant.EPOCH, Duration.ofSeconds(30), requests, List.of(pools), mock(), List.of(), executors,
				List.of(), List.of(), null);
	}

	private static PoolWindow pool(String name, OutsideWork outside) {
		return new PoolWindow(name, 10, 4, 6, 1300, 0, 0, 0, 0, 1290, 9000, 9, 8280, 0, 0, List.of(), outside);
	}

}
