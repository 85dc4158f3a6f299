package io.perfstarter.reporting.request;

import java.time.Duration;
import java.util.List;

import io.micrometer.context.ContextSnapshotFactory;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorSettings;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.async.context.CallerContext;
import io.perfstarter.support.LimiterListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a thread has the time breakdown of the request for which it works.
 */
class CurrentTimeBreakdownTests {

	private final TimeBreakdown breakdown = new TimeBreakdown(0, -1, () -> 0, new TestFigures());

	@BeforeEach
	void open() {
		CurrentTimeBreakdown.replace(this.breakdown);
	}

	@AfterEach
	void close() {
		CurrentTimeBreakdown.replace(null);
	}

	@Test
	void timeBreakdownOfARequestThatIsOverIsNone() {
		this.breakdown.close(100, true, true);
		assertThat(CurrentTimeBreakdown.get()).isNull();
	}

	@Test
	void executorWorksForTheRequestThatSubmits() {
		try (BoundedExecutors executors = new BoundedExecutors(false, Duration.ZERO, CallerContext.decorator(List.of()),
				LimiterListener.NONE, () -> 0)) {
			BoundedTaskExecutor executor = executors.add("mail",
					new ExecutorSettings(() -> 1, 1, WhenFull.REJECT, Submit.AT_ONCE), null);
			executor.initialize();
			assertThat(executor.submitCompletable(CurrentTimeBreakdown::get).join()).isSameAs(this.breakdown);
			CurrentTimeBreakdown.replace(null);
			assertThat(executor.submitCompletable(CurrentTimeBreakdown::get).join()).isNull();
		}
	}

	@Test
	void theContextOfMicrometerCarriesItToAnotherThread() throws Exception {
		TimeBreakdown[] seen = new TimeBreakdown[2];
		Runnable look = () -> seen[0] = CurrentTimeBreakdown.get();
		Runnable carried = ContextSnapshotFactory.builder().build().captureAll().wrap(look);
		Thread other = new Thread(() -> {
			carried.run();
			seen[1] = CurrentTimeBreakdown.get();
		});
		other.start();
		other.join();
		assertThat(seen).containsExactly(this.breakdown, null);
	}

}
