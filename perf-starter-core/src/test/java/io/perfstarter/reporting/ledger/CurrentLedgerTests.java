package io.perfstarter.reporting.ledger;

import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.micrometer.context.ContextSnapshotFactory;
import io.perfstarter.async.BoundedExecutor;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.ContextPart;
import io.perfstarter.async.ExecutorSettings;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a thread has the ledger of the request for which it works.
 */
class CurrentLedgerTests {

	private final Ledger ledger = new Ledger(0, -1, () -> 0, new ThreadUse(new TestFigures()));

	@BeforeEach
	void open() {
		CurrentLedger.replace(this.ledger);
	}

	@AfterEach
	void close() {
		CurrentLedger.replace(null);
	}

	@Test
	void replacedIsWhatWasBefore() {
		assertThat(CurrentLedger.replace(null)).isSameAs(this.ledger);
		assertThat(CurrentLedger.get()).isNull();
		assertThat(CurrentLedger.replace(this.ledger)).isNull();
		assertThat(CurrentLedger.get()).isSameAs(this.ledger);
	}

	@Test
	void ledgerOfARequestThatIsOverIsNone() {
		this.ledger.close(100, true, true);
		assertThat(CurrentLedger.get()).isNull();
	}

	@Test
	void executorWorksForTheRequestThatSubmits() {
		try (BoundedExecutors executors = new BoundedExecutors(false, Set.of(ContextPart.TRACING),
				UnaryOperator.identity())) {
			BoundedExecutor executor = executors.add("mail", new ExecutorSettings(() -> 1, 1, Duration.ofSeconds(30),
					null, WhenFull.REJECT, null, Submit.IMMEDIATE), null);
			assertThat(executor.submitCompletable(CurrentLedger::get).join()).isSameAs(this.ledger);
			CurrentLedger.replace(null);
			assertThat(executor.submitCompletable(CurrentLedger::get).join()).isNull();
		}
	}

	@Test
	void theContextOfMicrometerCarriesItToAnotherThread() throws Exception {
		Ledger[] seen = new Ledger[2];
		Runnable look = () -> seen[0] = CurrentLedger.get();
		Runnable carried = ContextSnapshotFactory.builder().build().captureAll().wrap(look);
		Thread other = new Thread(() -> {
			carried.run();
			seen[1] = CurrentLedger.get();
		});
		other.start();
		other.join();
		assertThat(seen).containsExactly(this.ledger, null);
	}

}
