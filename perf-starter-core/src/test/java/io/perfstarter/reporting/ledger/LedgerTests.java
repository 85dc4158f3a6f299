package io.perfstarter.reporting.ledger;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.StatementUse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Ledger}, with a time of their own; it begins at 1000.
 */
class LedgerTests {

	private final AtomicLong stopped = new AtomicLong(50);

	private final TestFigures figures = new TestFigures();

	private final Ledger ledger = ledger(-1);

	private Ledger ledger(long queued) {
		return new Ledger(1000, queued, this.stopped::get, new ThreadUse(this.figures));
	}

	private static Execution execution(String sql) {
		return new Execution(sql, Kind.QUERY, true, 0);
	}

	private void execute(String sql, long from, long to) {
		Execution execution = execution(sql);
		this.ledger.begin(Part.SQL, execution, from);
		this.ledger.executed(execution, sql, to);
	}

	private ServedRequest close(Ledger closing, long at) {
		closing.leave(false);
		assertThat(closing.close(at, true, true)).isTrue();
		return closing.served("GET /", 200, Instant.EPOCH);
	}

	private ServedRequest close(long at) {
		return close(this.ledger, at);
	}

	private static void assertTime(ServedRequest request, Part part, long nanos) {
		assertThat(request.parts().nanos(part)).as(part.label()).isEqualTo(nanos);
	}

	@Test
	void timeOfNobodyIsBlocked() {
		ServedRequest request = close(1300);
		assertTime(request, Part.BLOCKED, 300);
		assertThat(request.nanos()).isEqualTo(300);
		assertThat(request.startedAt()).isEqualTo(Instant.EPOCH.minusNanos(300));
	}

	@Test
	void eachPartHasItsOwnTime() {
		this.ledger.begin(Part.POOL, "orders", 1010);
		this.ledger.endWait("orders", 1030);
		execute("a", 1040, 1080);
		Execution rows = execution("a");
		this.ledger.begin(Part.FETCH, rows, 1090);
		this.ledger.fetched(rows, "a", 1095);
		ServedRequest request = close(1100);
		assertTime(request, Part.POOL, 20);
		assertTime(request, Part.SQL, 40);
		assertTime(request, Part.FETCH, 5);
		assertTime(request, Part.BLOCKED, 35);
		assertThat(request.nanos()).isEqualTo(100);
		assertThat(request.awaitedPool()).isEqualTo("orders");
	}

	@Test
	void whatRunsAtOnceCountsOnce() {
		Execution first = execution("a");
		Execution second = execution("a");
		this.ledger.begin(Part.SQL, first, 1000);
		this.ledger.begin(Part.SQL, second, 1010);
		this.ledger.executed(first, "a", 1040);
		this.ledger.executed(second, "a", 1060);
		ServedRequest request = close(1060);
		assertTime(request, Part.SQL, 60);
		assertTime(request, Part.BLOCKED, 0);
		assertThat(request.costliest()).containsExactly(new StatementUse("a", 2, 90, 50, 0));
	}

	@Test
	void ofDifferentPartsAtOnceTheFirstCounts() {
		Execution query = execution("a");
		this.ledger.begin(Part.SQL, query, 1000);
		this.ledger.begin(Part.POOL, "p", 1010);
		this.ledger.endWait("p", 1030);
		this.ledger.executed(query, "a", 1100);
		ServedRequest request = close(1100);
		assertTime(request, Part.POOL, 20);
		assertTime(request, Part.SQL, 80);
	}

	@Test
	void stopsAreInNoOtherPart() {
		Execution query = execution("a");
		this.ledger.begin(Part.SQL, query, 1000);
		this.stopped.addAndGet(70);
		this.ledger.executed(query, "a", 1100);
		this.stopped.addAndGet(20);
		ServedRequest request = close(1150);
		assertTime(request, Part.SQL, 30);
		assertTime(request, Part.STOP_THE_WORLD, 90);
		assertTime(request, Part.BLOCKED, 30);
		assertThat(request.costliest()).containsExactly(new StatementUse("a", 1, 30, 30, 0));
	}

	@Test
	void stopsThatAreSeenLateAreTakenFromWhatWasBefore() {
		execute("a", 1000, 1100);
		this.stopped.addAndGet(70);
		ServedRequest request = close(1110);
		assertTime(request, Part.SQL, 40);
		assertTime(request, Part.STOP_THE_WORLD, 70);
		assertTime(request, Part.BLOCKED, 0);
		assertThat(request.nanos()).isEqualTo(110);
	}

	@Test
	void stopsAreNotMoreThanThereIsTime() {
		this.stopped.addAndGet(5000);
		ServedRequest request = close(1100);
		assertTime(request, Part.STOP_THE_WORLD, 100);
		assertThat(request.nanos()).isEqualTo(100);
	}

	@Test
	void stopsThatNobodyCountsAreNotMeasured() {
		this.stopped.set(-1);
		ServedRequest request = close(ledger(-1), 1100);
		assertThat(request.parts().measured(Part.STOP_THE_WORLD)).isFalse();
		assertTime(request, Part.BLOCKED, 100);
	}

	@Test
	void restIsWhatTheThreadComputed() {
		Ledger measured = ledger(-1);
		this.figures.cpu += 30;
		this.figures.bytes += 4096;
		ServedRequest request = close(measured, 1100);
		assertTime(request, Part.CPU, 30);
		assertTime(request, Part.BLOCKED, 70);
		assertThat(request.allocated()).isEqualTo(4096);
	}

	@Test
	void threadComputesNotLongerThanNothingElseWasDone() {
		this.figures.cpu += 1000;
		execute("a", 1000, 1060);
		ServedRequest request = close(1100);
		assertTime(request, Part.SQL, 60);
		assertTime(request, Part.CPU, 40);
		assertTime(request, Part.BLOCKED, 0);
	}

	@Test
	void whatIsNotKnownIsNotMeasured() {
		this.figures.known = false;
		ServedRequest request = close(ledger(-1), 1100);
		assertThat(Part.values()).filteredOn((part) -> !request.parts().measured(part))
			.containsExactly(Part.QUEUE, Part.CPU, Part.RUN_QUEUE);
		assertThat(request.allocated()).isEqualTo(-1);
		assertTime(request, Part.BLOCKED, 100);
	}

	@Test
	void whatNobodyTellsOfIsNotMeasured() {
		this.ledger.leave(false);
		this.ledger.close(1100, false, false);
		ServedRequest request = this.ledger.served("GET /", 200, Instant.EPOCH);
		assertThat(Part.values()).filteredOn((part) -> !request.parts().measured(part))
			.containsExactly(Part.QUEUE, Part.POOL, Part.SQL, Part.FETCH, Part.REMOTE, Part.RUN_QUEUE);
		assertThat(request.nanos()).isEqualTo(100);
	}

	@Test
	void theRunQueueIsNotMeasured() {
		assertThat(close(ledger(-1), 1100).parts().measured(Part.RUN_QUEUE)).isFalse();
	}

	@Test
	void theQueueIsInFrontOfTheRequest() {
		ServedRequest request = close(ledger(40), 1100);
		assertTime(request, Part.QUEUE, 40);
		assertTime(request, Part.BLOCKED, 100);
		assertThat(request.nanos()).isEqualTo(140);
		assertThat(request.startedAt()).isEqualTo(Instant.EPOCH.minusNanos(100));
	}

	@Test
	void computedElsewhereIsNotMeasured() {
		this.figures.cpu += 30;
		this.ledger.close(1100, true, true);
		ServedRequest request = this.ledger.served("GET /", 200, Instant.EPOCH);
		assertThat(request.parts().measured(Part.CPU)).isFalse();
		assertTime(request, Part.BLOCKED, 100);
	}

	@Test
	void ofWhatGoesOnInOtherThreadsNobodyKnowsWhatItComputes() {
		this.figures.cpu += 30;
		this.ledger.leave(true);
		this.ledger.close(1100, true, true);
		ServedRequest request = this.ledger.served("GET /", 200, Instant.EPOCH);
		assertThat(request.parts().measured(Part.CPU)).isFalse();
		assertTime(request, Part.BLOCKED, 100);
	}

	@Test
	void whatComesLateIsIgnored() {
		Execution query = execution("a");
		this.ledger.begin(Part.SQL, query, 1050);
		ServedRequest request = close(1100);
		assertThat(this.ledger.wasBusy()).isTrue();
		this.ledger.executed(query, "a", 1200);
		this.ledger.begin(Part.POOL, "p", 1200);
		this.ledger.endWait("p", 1300);
		this.ledger.addRows("a", 7);
		this.ledger.leave(false);
		assertThat(this.ledger.isOpen()).isFalse();
		assertThat(this.ledger.close(1400, true, true)).isFalse();
		assertThat(this.ledger.served("GET /", 200, Instant.EPOCH)).usingRecursiveComparison().isEqualTo(request);
		assertTime(request, Part.SQL, 50);
		assertThat(request.statements()).isZero();
	}

	@Test
	void whatHasNotBegunDoesNotEnd() {
		this.ledger.executed(execution("a"), "a", 1050);
		this.ledger.endWait("p", 1060);
		ServedRequest request = close(1100);
		assertThat(request.statements()).isZero();
		assertThat(request.awaitedPool()).isNull();
		assertTime(request, Part.BLOCKED, 100);
	}

	@Test
	void statementsAreCountedByTheirTexts() {
		execute("a", 1000, 1010);
		execute("b", 1010, 1050);
		execute("a", 1050, 1065);
		this.ledger.addRows("a", 3);
		this.ledger.addRows("b", 4);
		ServedRequest request = close(1100);
		assertThat(request.statements()).isEqualTo(3);
		assertThat(request.rows()).isEqualTo(7);
		assertThat(request.costliest()).containsExactly(new StatementUse("b", 1, 40, 40, 4),
				new StatementUse("a", 2, 25, 15, 3));
	}

	@Test
	void manyStatementsTakeNoMoreRoom() {
		for (int i = 0; i < 1_000; i++) {
			execute("a" + i, 1000 + i, 1001 + i);
		}
		ServedRequest request = close(2000);
		assertThat(request.statements()).isEqualTo(1_000);
		assertThat(request.costliest()).hasSize(5);
		assertThat(request.costliest().get(0)).isEqualTo(new StatementUse("other", 984, 984, 1, 0));
		assertThat(this.ledger.statements().costliest(100)).hasSize(17);
	}

	@Test
	void manyAtOnceTakeNoMoreRoomAndTheTimeStillCloses() {
		for (int i = 0; i < 1_000; i++) {
			this.ledger.begin(Part.SQL, execution("a"), 1000);
		}
		ServedRequest request = close(1100);
		assertTime(request, Part.SQL, 100);
		assertThat(request.nanos()).isEqualTo(100);
	}

	@Test
	void timesThatComeOutOfOrderDoNotCountTwice() {
		Execution first = execution("a");
		Execution second = execution("a");
		this.ledger.begin(Part.SQL, first, 1050);
		this.ledger.begin(Part.SQL, second, 1040);
		this.ledger.executed(first, "a", 1060);
		this.ledger.executed(second, "a", 1055);
		ServedRequest request = close(1100);
		assertTime(request, Part.SQL, 10);
		assertThat(request.nanos()).isEqualTo(100);
	}

	@Test
	void theLongestWaitNamesThePool() {
		this.ledger.begin(Part.POOL, "a", 1000);
		this.ledger.endWait("a", 1010);
		this.ledger.begin(Part.POOL, "b", 1010);
		this.ledger.endWait("b", 1040);
		this.ledger.begin(Part.POOL, "a", 1040);
		this.ledger.endWait("a", 1065);
		assertThat(close(1100).awaitedPool()).isEqualTo("b");
	}

}
