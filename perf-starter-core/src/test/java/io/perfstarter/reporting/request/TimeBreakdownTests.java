package io.perfstarter.reporting.request;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TimeBreakdown}, with a time of their own; it begins at 1000.
 */
class TimeBreakdownTests {

	private final AtomicLong stopped = new AtomicLong(50);

	private final TestFigures figures = new TestFigures();

	private final TimeBreakdown breakdown = breakdown(-1);

	private TimeBreakdown breakdown(long queued) {
		return new TimeBreakdown(1000, queued, this.stopped::get, this.figures);
	}

	private static Execution execution(String sql) {
		return new Execution(sql, Kind.QUERY, true, 0);
	}

	private void execute(String sql, long from, long to) {
		Execution execution = execution(sql);
		this.breakdown.begin(TimeComponent.SQL, execution, from);
		this.breakdown.executed(TimeComponent.SQL, execution, sql, to);
	}

	private ServedRequest close(TimeBreakdown closing, long at) {
		closing.leave(false);
		assertThat(closing.close(at, true, true)).isTrue();
		return closing.served("GET /", "", 200, Instant.EPOCH);
	}

	private ServedRequest close(long at) {
		return close(this.breakdown, at);
	}

	private static void assertTime(ServedRequest request, TimeComponent component, long nanos) {
		assertThat(request.breakdown().nanos(component)).as(component.label()).isEqualTo(nanos);
	}

	@Test
	void whatRunsAtOnceCountsOnce() {
		Execution first = execution("a");
		Execution second = execution("a");
		this.breakdown.begin(TimeComponent.SQL, first, 1000);
		this.breakdown.begin(TimeComponent.SQL, second, 1010);
		this.breakdown.executed(TimeComponent.SQL, first, "a", 1040);
		this.breakdown.executed(TimeComponent.SQL, second, "a", 1060);
		ServedRequest request = close(1060);
		assertTime(request, TimeComponent.SQL, 60);
		assertTime(request, TimeComponent.BLOCKED, 0);
		assertThat(request.figures().costliest()).containsExactly(new Use("a", 2, 90, 50, 0));
	}

	@Test
	void waitAtALimiterIsAPartThatEndsOnce() {
		this.breakdown.begin(TimeComponent.LIMITER, "first", 100_000);
		this.breakdown.endWaitAt("requests", "first", 300_000);
		this.breakdown.begin(TimeComponent.LIMITER, "second", 400_000);
		this.breakdown.endWaitAt("executor mail", "second", 700_000);
		this.breakdown.endWaitAt("executor mail", "second", 900_000);
		ServedRequest request = close(1_001_000);
		assertTime(request, TimeComponent.LIMITER, 500_000);
		assertTime(request, TimeComponent.BLOCKED, 500_000);
		assertThat(request.figures().awaitedLimiter()).isEqualTo("executor mail");
	}

	@Test
	void statementOfATaskForWhosePlaceTheRequestWaitsIsAStatement() {
		this.breakdown.begin(TimeComponent.LIMITER, "wait", 1000);
		execute("a", 1020, 1060);
		this.breakdown.endWaitAt("executor mail", "wait", 1100);
		ServedRequest request = close(1100);
		assertTime(request, TimeComponent.SQL, 40);
		assertTime(request, TimeComponent.LIMITER, 60);
		assertTime(request, TimeComponent.BLOCKED, 0);
	}

	@Test
	void limiterWithAFreePlaceIsNotNamed() {
		this.breakdown.begin(TimeComponent.LIMITER, "wait", 1000);
		this.breakdown.endWaitAt("Tickets.find", "wait", 101_000);
		assertThat(close(200_000).figures().awaitedLimiter()).isEmpty();
	}

	@Test
	void waitAtALimiterIsNotSampled() {
		Position position = new Position(Activity.SLEEP, "", "");
		this.breakdown.begin(TimeComponent.LIMITER, "wait", 1000);
		this.breakdown.addThread(Thread.currentThread());
		assertThat(this.breakdown.threadToSample(2000)).isNull();
		this.breakdown.endWaitAt("requests", "wait", 1050);
		assertThat(this.breakdown.threadToSample(2000)).isNotNull();
		this.breakdown.sampled(position);
		assertThat(close(1100).figures().samples()).isEqualTo(ThreadSamples.of(TimeComponent.BLOCKED, position, 1));
	}

	@Test
	void theFirstThreadIsSampledAndTheLastOneHelps() {
		Thread first = new Thread("first");
		Thread helper = new Thread("helper");
		assertThat(this.breakdown.threadToSample(2000)).isNull();
		this.breakdown.addThread(first);
		this.breakdown.addThread(helper);
		assertThat(this.breakdown.threadToSample(2000)).isSameAs(first);
		assertThat(this.breakdown.waits(new Position(Activity.TASK, "", ""))).isTrue();
		assertThat(this.breakdown.waits(new Position(Activity.SLEEP, "", ""))).isFalse();
		assertThat(this.breakdown.helper()).isSameAs(helper);
		this.breakdown.removeThread(helper);
		assertThat(this.breakdown.helper()).isNull();
	}

	@ParameterizedTest
	@EnumSource(names = { "POOL", "REMOTE", "CLIENT" })
	void componentsAreSampledApart(TimeComponent component) {
		Position position = new Position(Activity.NETWORK, "", "");
		this.breakdown.addThread(Thread.currentThread());
		this.breakdown.begin(component, "one", 1000);
		assertThat(this.breakdown.threadToSample(2000)).isSameAs(Thread.currentThread());
		this.breakdown.sampled(position);
		assertThat(close(1100).figures().samples()).isEqualTo(ThreadSamples.of(component, position, 1));
	}

	@Test
	void sampleIsDroppedIfAnotherComponentWasOpenedMeanwhile() {
		this.breakdown.addThread(Thread.currentThread());
		assertThat(this.breakdown.threadToSample(2000)).isNotNull();
		this.breakdown.begin(TimeComponent.REMOTE, "one", 1000);
		this.breakdown.sampled(new Position(Activity.NETWORK, "", ""));
		assertThat(close(1100).figures().samples()).isEqualTo(ThreadSamples.NONE);
	}

	@Test
	void threadOfAClientIsNotSampled() throws InterruptedException {
		this.breakdown.addThread(Thread.currentThread());
		Thread client = new Thread(() -> this.breakdown.begin(TimeComponent.REMOTE, "one", 1000));
		client.start();
		client.join();
		assertThat(this.breakdown.threadToSample(2000)).isNull();
	}

	@Test
	void aYoungRequestIsNotSampled() {
		this.breakdown.addThread(Thread.currentThread());
		assertThat(this.breakdown.threadToSample(999)).isNull();
		assertThat(this.breakdown.threadToSample(1000)).isNotNull();
	}

	@Test
	void anIgnoredRequestIsNotSampled() {
		this.breakdown.addThread(Thread.currentThread());
		this.breakdown.ignore();
		assertThat(this.breakdown.threadToSample(2000)).isNull();
	}

	@Test
	void waitForTheClientIsAPart() {
		this.breakdown.begin(TimeComponent.CLIENT, "write", 1100);
		this.breakdown.begin(TimeComponent.CLIENT, "flush", 1200);
		ServedRequest request = close(1500);
		assertTime(request, TimeComponent.CLIENT, 400);
		assertTime(request, TimeComponent.BLOCKED, 100);
	}

	@Test
	void stopsAreInNoOtherPart() {
		Execution query = execution("a");
		this.breakdown.begin(TimeComponent.SQL, query, 1000);
		this.stopped.addAndGet(70);
		this.breakdown.executed(TimeComponent.SQL, query, "a", 1100);
		this.stopped.addAndGet(20);
		ServedRequest request = close(1150);
		assertTime(request, TimeComponent.SQL, 30);
		assertTime(request, TimeComponent.JVM_PAUSE, 90);
		assertTime(request, TimeComponent.BLOCKED, 30);
		assertThat(request.figures().costliest()).containsExactly(new Use("a", 1, 30, 30, 0));
	}

	@Test
	void stopsThatAreSeenLateAreTakenFromWhatWasBefore() {
		execute("a", 1000, 1100);
		this.stopped.addAndGet(70);
		ServedRequest request = close(1110);
		assertTime(request, TimeComponent.SQL, 40);
		assertTime(request, TimeComponent.JVM_PAUSE, 70);
		assertTime(request, TimeComponent.BLOCKED, 0);
		assertThat(request.nanos()).isEqualTo(110);
	}

	@Test
	void stopsThatNobodyCountsAreNotMeasured() {
		this.stopped.set(-1);
		ServedRequest request = close(breakdown(-1), 1100);
		assertThat(request.breakdown().measured(TimeComponent.JVM_PAUSE)).isFalse();
		assertTime(request, TimeComponent.BLOCKED, 100);
	}

	@Test
	void restIsWhatTheThreadComputedFromTheFirstLookOn() {
		TimeBreakdown measured = breakdown(-1);
		this.figures.cpu += 20;
		assertThat(measured.threadToClock()).isSameAs(Thread.currentThread());
		measured.clocked(this.figures.cpu);
		assertThat(measured.threadToClock()).isNull();
		this.figures.cpu += 30;
		this.figures.bytes += 4096;
		ServedRequest request = close(measured, 1100);
		assertTime(request, TimeComponent.CPU, 30);
		assertTime(request, TimeComponent.BLOCKED, 70);
		assertThat(request.figures().allocated()).isEqualTo(4096);
	}

	@Test
	void whatIsNotKnownIsNotMeasured() {
		this.figures.bytes = -1;
		ServedRequest request = close(breakdown(-1), 1100);
		assertThat(TimeComponent.values()).filteredOn((component) -> !request.breakdown().measured(component))
			.containsExactly(TimeComponent.THREAD_WAIT, TimeComponent.CPU, TimeComponent.CPU_WAIT);
		assertThat(request.figures().allocated()).isEqualTo(-1);
		assertTime(request, TimeComponent.BLOCKED, 100);
	}

	@Test
	void whatNobodyTellsOfIsNotMeasured() {
		this.breakdown.leave(false);
		this.breakdown.close(1100, false, false);
		ServedRequest request = this.breakdown.served("GET /", "", 200, Instant.EPOCH);
		assertThat(TimeComponent.values()).filteredOn((component) -> !request.breakdown().measured(component))
			.containsExactly(TimeComponent.THREAD_WAIT, TimeComponent.POOL, TimeComponent.SQL, TimeComponent.FETCH,
					TimeComponent.REMOTE, TimeComponent.CPU, TimeComponent.CPU_WAIT);
		assertThat(request.nanos()).isEqualTo(100);
	}

	@Test
	void theQueueIsInFrontOfTheRequest() {
		ServedRequest request = close(breakdown(40), 1100);
		assertTime(request, TimeComponent.THREAD_WAIT, 40);
		assertTime(request, TimeComponent.BLOCKED, 100);
		assertThat(request.nanos()).isEqualTo(140);
		assertThat(request.startedAt()).isEqualTo(Instant.EPOCH.minusNanos(100));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void ofWhatEndsInAnotherThreadNobodyKnowsWhatItComputes(boolean leaves) {
		this.breakdown.clocked(this.figures.cpu);
		this.figures.cpu += 30;
		if (leaves) {
			this.breakdown.leave(true);
		}
		this.breakdown.close(1100, true, true);
		ServedRequest request = this.breakdown.served("GET /", "", 200, Instant.EPOCH);
		assertThat(request.breakdown().measured(TimeComponent.CPU)).isFalse();
		assertTime(request, TimeComponent.BLOCKED, 100);
	}

	@Test
	void whatComesLateIsIgnored() {
		Execution query = execution("a");
		this.breakdown.begin(TimeComponent.SQL, query, 1050);
		ServedRequest request = close(1100);
		assertThat(this.breakdown.wasBusy()).isTrue();
		this.breakdown.executed(TimeComponent.SQL, query, "a", 1200);
		this.breakdown.await("p", 1200);
		this.breakdown.endWait("p", 1300);
		this.breakdown.addRows("a", 7);
		this.breakdown.leave(false);
		assertThat(this.breakdown.isOpen()).isFalse();
		assertThat(this.breakdown.close(1400, true, true)).isFalse();
		assertThat(this.breakdown.served("GET /", "", 200, Instant.EPOCH)).usingRecursiveComparison()
			.isEqualTo(request);
		assertTime(request, TimeComponent.SQL, 50);
		assertThat(request.figures().statements()).isZero();
	}

	@Test
	void whatHasNotBegunDoesNotEnd() {
		this.breakdown.executed(TimeComponent.SQL, execution("a"), "a", 1050);
		this.breakdown.endWait("p", 1060);
		ServedRequest request = close(1100);
		assertThat(request.figures().statements()).isZero();
		assertThat(request.figures().awaitedPool()).isEmpty();
		assertTime(request, TimeComponent.BLOCKED, 100);
	}

	@Test
	void statementsAreCountedByTheirTexts() {
		execute("a", 1000, 1010);
		execute("b", 1010, 1050);
		execute("a", 1050, 1065);
		this.breakdown.addRows("a", 3);
		this.breakdown.addRows("b", 4);
		ServedRequest request = close(1100);
		assertThat(request.figures().statements()).isEqualTo(3);
		assertThat(request.figures().rows()).isEqualTo(7);
		assertThat(request.figures().costliest()).containsExactly(new Use("b", 1, 40, 40, 4),
				new Use("a", 2, 25, 15, 3));
	}

	@Test
	void manyStatementsTakeNoMoreRoom() {
		for (int i = 0; i < 1_000; i++) {
			execute("a" + i, 1000 + i, 1001 + i);
		}
		ServedRequest request = close(2000);
		assertThat(request.figures().statements()).isEqualTo(1_000);
		assertThat(request.figures().costliest()).hasSize(5);
		assertThat(request.figures().costliest().get(0)).isEqualTo(new Use("other", 984, 984, 1, 0));
		assertThat(this.breakdown.statements().costliest(100)).hasSize(17);
	}

	@Test
	void manyAtOnceTakeNoMoreRoomAndTheTimeStillCloses() {
		for (int i = 0; i < 1_000; i++) {
			this.breakdown.begin(TimeComponent.SQL, execution("a"), 1000);
		}
		ServedRequest request = close(1100);
		assertTime(request, TimeComponent.SQL, 100);
		assertThat(request.nanos()).isEqualTo(100);
	}

	@Test
	void theLongestWaitNamesThePool() {
		this.breakdown.await("a", 1000);
		this.breakdown.endWait("a", 1010);
		this.breakdown.await("b", 1010);
		this.breakdown.endWait("b", 1040);
		this.breakdown.await("a", 1040);
		this.breakdown.endWait("a", 1065);
		assertThat(close(1100).figures().awaitedPool()).isEqualTo("b");
	}

}
