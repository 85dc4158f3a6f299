package io.perfstarter.reporting.request;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.micrometer.context.ContextSnapshotFactory;
import io.perfstarter.async.BoundedExecutor;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.ExecutorSettings;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.async.context.ContextPart;
import io.perfstarter.support.LimiterListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a thread has the time breakdown of the request for which it works.
 */
class CurrentTimeBreakdownTests {

	private final TimeBreakdown breakdown = new TimeBreakdown(0, -1, () -> 0, new ThreadUse(new TestFigures()));

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
		try (BoundedExecutors executors = new BoundedExecutors(false, Set.of(ContextPart.TRACING), List.of(),
				UnaryOperator.identity(), LimiterListener.NONE, () -> 0)) {
			BoundedExecutor executor = executors.add("mail",
					new ExecutorSettings(() -> 1, 1, Duration.ofSeconds(30), null, WhenFull.REJECT, Submit.IMMEDIATE),
					null);
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
