package io.perfstarter.reporting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.observation.transport.SenderContext;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.remote.RemoteCalls;
import io.perfstarter.reporting.request.RequestWork;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.support.ApplicationCode;
import org.apache.shop.Shop;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link PoolMonitor}.
 */
class PoolMonitorTests {

	private final AtomicLong clock = new AtomicLong(System.nanoTime());

	private final AtomicLong stopped = new AtomicLong();

	private boolean over = true;

	private boolean serving = true;

	private @Nullable RequestWork work = new TestWork();

	private final PoolMonitor facts = new PoolMonitor(() -> Map.of("pool", 4), () -> this.work, this.stopped::get,
			this.clock::get, Clock.fixed(Instant.parse("2026-03-01T14:02:45Z"), ZoneOffset.UTC),
			new ApplicationCode(Set.of("org.apache.shop")));

	private final ConnectionUsages usages = new ConnectionUsages(this.clock::get);

	private final JdbcListener listener = Shop.both(this.usages, this.facts);

	private void pass(long millis) {
		this.clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	private void stop(long millis) {
		pass(millis);
		this.stopped.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	private static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

	private ConnectionUsage borrow() {
		return Shop.borrow(this.listener, "pool");
	}

	private Execution execute(ConnectionUsage lease) {
		return begin(lease, Kind.QUERY);
	}

	private Execution begin(ConnectionUsage lease, Kind kind) {
		Execution execution = new Execution("select 1", kind, true, this.clock.get());
		this.listener.executing(lease, execution);
		return execution;
	}

	private void execute(ConnectionUsage lease, long millis) {
		Execution execution = execute(lease);
		pass(millis);
		this.listener.executed(lease, execution, this.clock.get(), null);
	}

	private PoolWindow next() {
		List<PoolWindow> windows = this.facts.next();
		assertThat(windows).hasSize(1);
		return windows.get(0);
	}

	@BeforeEach
	void observeCalls() {
		this.usages.exclude(this.stopped::get);
		this.facts.callsAreObserved();
	}

	@AfterEach
	void clear() {
		TransactionSynchronizationManager.setCurrentTransactionName(null);
	}

	@Test
	void aPoolThatNobodyAsksIsThere() {
		assertThat(next())
			.isEqualTo(new PoolWindow("pool", 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), OutsideWork.NONE));
	}

	@Test
	void threadsOutsideOfRequestsThatHoldMostAreNamed() throws InterruptedException {
		this.work = null;
		Thread job = new Thread(() -> {
			TransactionSynchronizationManager.setCurrentTransactionName("org.apache.shop.Reports.nightly");
			borrow();
		}, "scheduling-17");
		job.start();
		job.join();
		this.over = false;
		this.work = new TestWork();
		ConnectionUsage ofRequest = borrow();
		this.facts.sample();
		this.listener.returned(ofRequest);
		assertThat(next().outside()).isEqualTo(new OutsideWork("scheduling-* (Reports.nightly())", 2.0 / 3));
		assertThat(next().outside().share()).isOne();
	}

	@Test
	void aThreadThatWorksForARequestIsNotOutsideOfItUntilItIsComplete() throws InterruptedException {
		this.serving = false;
		this.over = false;
		Thread worker = new Thread(this::borrow, "executor-pages-3");
		worker.start();
		worker.join();
		pass(60_000);
		this.facts.sample();
		PoolWindow window = next();
		assertThat(window.outside()).isEqualTo(OutsideWork.NONE);
		assertThat(window.leaks()).isEmpty();
		this.over = true;
		this.facts.sample();
		assertThat(next().outside().name()).startsWith("executor-pages-*");
	}

	@Test
	void deadThreadsOfAWarmupAreForgotten() throws InterruptedException {
		PoolMonitor rehearsal = (PoolMonitor) this.facts.forWarmup();
		Thread call = new Thread(() -> rehearsal.requested("pool"));
		call.start();
		call.join();
		this.facts.sample();
		assertThat(rehearsal).extracting("waits").asInstanceOf(InstanceOfAssertFactories.MAP).isEmpty();
	}

	@Test
	void eachOfAHundredHoldersIsCountedOn() throws InterruptedException {
		this.work = null;
		for (int i = 0; i < 100; i++) {
			Thread job = new Thread(this::borrow, "job-" + (char) ('a' + i / 10) + (char) ('a' + i % 10));
			job.start();
			job.join();
		}
		this.facts.sample();
		assertThat(next().outside().share()).isEqualTo(0.01);
	}

	@Test
	void whoWaitsInFrontOfAPoolWaitsForIt() {
		this.listener.queued("pool");
		pass(300);
		this.facts.sample();
		PoolWindow during = next();
		assertThat(during.waiting()).isOne();
		assertThat(during.meanWaiting()).isEqualTo(1);
		this.listener.unqueued("pool");
		this.listener.returned(borrow());
		PoolWindow window = next();
		assertThat(window.longestWait()).isEqualTo(millis(300));
		assertThat(window.waiting()).isZero();
		assertThat(window.meanWaiting()).isZero();
		assertThat(window.refused()).isZero();
		assertThat(during.requests() + window.requests()).isEqualTo(1);
	}

	@Test
	void aPoolThatSaysNothingHasNoKnownSize() {
		this.listener.returned(Shop.borrow(this.listener, "another"));
		assertThat(this.facts.next()).extracting(PoolWindow::name, PoolWindow::max, PoolWindow::usages)
			.containsExactly(tuple("another", -1, 1L), tuple("pool", 4, 0L));
	}

	@Test
	void whatALeaseWasUsedFor() {
		this.listener.requested("pool");
		pass(5);
		ConnectionUsage lease = Shop.borrowWithoutRequest(this.listener, "pool");
		execute(lease, 30);
		pass(60);
		this.listener.returned(lease);
		pass(100);
		PoolWindow window = next();
		assertThat(window.requests()).isEqualTo(1);
		assertThat(window.usages()).isEqualTo(1);
		assertThat(window.longestWait()).isEqualTo(millis(5));
		assertThat(window.borrowedNanos()).isEqualTo(millis(90));
		assertThat(window.sql()).isEqualTo(millis(30));
		assertThat(window.usageP95()).isBetween(millis(84), millis(96));
		assertThat(window.peak()).isEqualTo(1);
		assertThat(window.active()).isZero();
		assertThat(next().borrowedNanos()).isZero();
	}

	@Test
	void timesOfUseAreNetOfStops() {
		ConnectionUsage lease = borrow();
		Execution execution = execute(lease);
		pass(10);
		stop(40);
		this.listener.executed(lease, execution, this.clock.get(), null);
		stop(5);
		this.listener.returned(lease);
		PoolWindow window = next();
		assertThat(window.sql()).isEqualTo(millis(10));
		assertThat(window.stopped()).isEqualTo(millis(45));
		assertThat(window.borrowedNanos()).isEqualTo(millis(55));
	}

	@Test
	void whatIsStillLentCountsInPart() {
		ConnectionUsage lease = borrow();
		pass(1_000);
		Execution execution = execute(lease);
		pass(2_000);
		PoolWindow first = next();
		assertThat(first.usages()).isZero();
		assertThat(first.active()).isEqualTo(1);
		assertThat(first.borrowedNanos()).isEqualTo(millis(3_000));
		assertThat(first.sql()).isEqualTo(millis(2_000));
		pass(500);
		this.listener.executed(lease, execution, this.clock.get(), null);
		pass(500);
		this.listener.returned(lease);
		PoolWindow second = next();
		assertThat(second.usages()).isEqualTo(1);
		assertThat(second.borrowedNanos()).isEqualTo(millis(1_000));
		assertThat(second.sql()).isEqualTo(millis(500));
		assertThat(second.usageP95()).isGreaterThanOrEqualTo(millis(3_750));
	}

	@Test
	void fetchingIsUseToo() {
		ConnectionUsage lease = borrow();
		Execution execution = execute(lease);
		pass(10);
		this.listener.executed(lease, execution, this.clock.get(), null);
		Execution fetch = begin(lease, Kind.FETCH);
		pass(20);
		this.listener.executed(lease, fetch, this.clock.get(), null);
		this.listener.returned(lease);
		Execution late = begin(lease, Kind.FETCH);
		pass(50);
		this.listener.executed(lease, late, this.clock.get(), null);
		assertThat(next().sql()).isEqualTo(millis(30));
	}

	@Test
	void whatIsRehearsedIsNotCounted() {
		JdbcListener rehearsal = this.listener.forWarmup();
		rehearsal.requested("pool");
		ConnectionUsage lease = Shop.borrowWithoutRequest(rehearsal, "pool");
		pass(10);
		rehearsal.returned(lease);
		assertThat(next().requests()).isZero();
	}

	@Test
	void whatEndsAfterTheReturnIsNotCounted() {
		ConnectionUsage lease = borrow();
		Execution execution = execute(lease);
		pass(10);
		this.listener.returned(lease);
		pass(10);
		this.listener.executed(lease, execution, this.clock.get(), null);
		this.listener.returned(lease);
		PoolWindow window = next();
		assertThat(window.sql()).isEqualTo(millis(10));
		assertThat(window.usages()).isEqualTo(1);
		assertThat(window.active()).isZero();
	}

	@Test
	void thePeakIsTheOneOfThePeriod() {
		List<ConnectionUsage> usages = new ArrayList<>(List.of(borrow(), borrow(), borrow()));
		this.listener.returned(usages.remove(0));
		assertThat(next().peak()).isEqualTo(3);
		assertThat(next().peak()).isEqualTo(2);
		usages.forEach(this.listener::returned);
		assertThat(next().peak()).isEqualTo(2);
		assertThat(next().peak()).isZero();
	}

	@Test
	void whoStillWaitsCountsToo() {
		this.listener.requested("pool");
		pass(700);
		PoolWindow first = next();
		assertThat(first.waiting()).isEqualTo(1);
		assertThat(first.longestWait()).isEqualTo(millis(700));
		stop(100);
		pass(300);
		this.listener.refused("pool");
		PoolWindow second = next();
		assertThat(second.refused()).isEqualTo(1);
		assertThat(second.waiting()).isZero();
		assertThat(second.longestWait()).isEqualTo(millis(1_000));
		assertThat(next().longestWait()).isZero();
	}

	@Test
	void aThreadThatDiedWaitsNoMore() {
		Thread thread = new Thread(() -> this.listener.requested("pool"));
		thread.start();
		Awaitility.await().until(() -> !thread.isAlive());
		assertThat(next().waiting()).isZero();
		assertThat(next().longestWait()).isZero();
	}

	@Test
	void aThreadThatAsksAgainWaitsOnce() {
		this.listener.requested("pool");
		this.listener.requested("pool");
		assertThat(next().waiting()).isEqualTo(1);
		this.listener.refused("pool");
		assertThat(next().waiting()).isZero();
	}

	@Test
	void poolIsBusyWhileAThreadWaitsForLong() {
		this.listener.requested("pool");
		pass(299);
		assertThat(this.facts.busy()).isEmpty();
		pass(1);
		assertThat(this.facts.busy()).containsExactly(Map.entry("pool", Set.of()));
		this.listener.refused("pool");
		assertThat(this.facts.busy()).isEmpty();
	}

	@Test
	void poolIsBusyWithTheStatementsThatRun() {
		ConnectionUsage idle = borrow();
		execute(idle, 1);
		ConnectionUsage used = borrow();
		Execution execution = execute(used);
		for (int sample = 0; sample < 3; sample++) {
			assertThat(this.facts.busy()).isEmpty();
			this.facts.sample();
		}
		assertThat(this.facts.busy()).containsExactly(Map.entry("pool", Set.of("select 1")));
		this.listener.executed(used, execution, this.clock.get(), null);
		pass(1);
		this.facts.sample();
		assertThat(this.facts.busy()).isEmpty();
	}

	@Test
	void aRemoteCallOfTheBorrowerHoldsAllItsConnections() {
		RemoteCalls calls = new RemoteCalls(List.of(this.usages), Set.of());
		SenderContext<?> context = new SenderContext<>((carrier, key, value) -> {
		});
		ConnectionUsage lease = CompletableFuture.supplyAsync(this::borrow).join();
		calls.onStart(context);
		pass(70);
		calls.onStop(context);
		assertThat(next().remote()).isZero();
		this.listener.returned(lease);
		ConnectionUsage own = borrow();
		this.clock.set(System.nanoTime());
		calls.onStart(context);
		this.clock.set(System.nanoTime() + millis(70_000));
		assertThat(next().remote()).isBetween(millis(70_000), millis(75_000));
		pass(30);
		calls.onStop(context);
		pass(50);
		this.listener.returned(own);
		assertThat(next().remote()).isEqualTo(millis(30));
	}

	@Test
	void aConnectionThatIsNeitherUsedNorReturnedIsNamed() {
		TransactionSynchronizationManager.setCurrentTransactionName("shop.TicketService.search");
		ConnectionUsage lease = borrow();
		execute(lease, 1_000);
		pass(10_000);
		assertThat(next().leaks()).isEmpty();
		pass(23_000);
		assertThat(next().leaks()).singleElement()
			.asString()
			.matches("borrowed 14:02:11 by thread " + Thread.currentThread().getName()
					+ " \\(TicketService.search\\(\\), Shop.java:\\d+\\), 34 s ago, unused for 33 s");
		this.listener.returned(lease);
		assertThat(next().leaks()).isEmpty();
	}

	@Test
	void mostLinesAreNotLookedForUntilOneIsSuspicious() {
		this.listener.returned(borrow());
		borrow();
		pass(20_000);
		assertThat(next().leaks()).singleElement().asString().contains("(line not recorded)");
		borrow();
		pass(11_000);
		assertThat(next().leaks()).hasSize(2).last().asString().contains("(Shop.java:");
	}

	@Test
	void linesAreNotLookedForAnyMoreWhenNothingIsSuspicious() {
		this.listener.returned(borrow());
		ConnectionUsage suspicious = borrow();
		pass(20_000);
		assertThat(next().leaks()).hasSize(1);
		this.listener.returned(suspicious);
		assertThat(next().leaks()).isEmpty();
		borrow();
		pass(300_000);
		assertThat(next().leaks()).singleElement().asString().contains("(line not recorded)");
	}

	@Test
	void aPoolWithLongLeasesIsSlowToSuspect() throws InterruptedException {
		this.work = null;
		ConnectionUsage usual = borrow();
		pass(3_000);
		this.listener.returned(usual);
		Thread borrower = new Thread(this::borrow);
		borrower.start();
		borrower.join();
		pass(29_000);
		assertThat(next().leaks()).isEmpty();
		pass(10_000);
		assertThat(next().leaks()).hasSize(1);
	}

	@Test
	void whatARequestKeepsAfterItsEndIsSuspectedSoon() {
		ConnectionUsage usual = borrow();
		pass(3_000);
		this.listener.returned(usual);
		borrow();
		pass(11_000);
		assertThat(next().leaks()).hasSize(1);
	}

	@Test
	void whatIsUsedIsNoLeak() {
		ConnectionUsage lease = borrow();
		execute(lease);
		pass(60_000);
		assertThat(next().leaks()).isEmpty();
	}

	@Test
	void anOuterTransactionIsNoLeakWhileTheInnerOneWorks() {
		borrow();
		pass(20_000);
		ConnectionUsage inner = borrow();
		execute(inner, 10);
		assertThat(next().leaks()).isEmpty();
		this.listener.returned(inner);
		assertThat(next().leaks()).hasSize(1);
	}

	@Test
	void whoWaitsForAnotherConnectionDoesNotLeakTheFirst() {
		borrow();
		this.listener.requested("pool");
		pass(20_000);
		assertThat(next().leaks()).isEmpty();
	}

	@Test
	void whoseWorkGoesOnIsNoLeak() {
		this.over = false;
		borrow();
		pass(300_000);
		assertThat(next().leaks()).isEmpty();
		this.over = true;
		assertThat(next().leaks()).hasSize(1);
	}

	@Test
	void whereNobodyKnowsTheWorkItIsOverWhenTheThreadRests() {
		this.work = null;
		AtomicBoolean seen = new AtomicBoolean();
		AtomicBoolean computes = new AtomicBoolean(true);
		Thread borrower = new Thread(() -> {
			borrow();
			// Nothing native, by which it would seem to wait.
			while (computes.get()) {
				seen.set(true);
			}
			LockSupport.park();
		});
		borrower.setDaemon(true);
		borrower.start();
		Awaitility.await().untilTrue(seen);
		pass(60_000);
		assertThat(next().leaks()).isEmpty();
		computes.set(false);
		Awaitility.await().until(() -> borrower.getState() == Thread.State.WAITING);
		assertThat(next().leaks()).isEmpty();
		pass(11_000);
		assertThat(next().leaks()).hasSize(1);
		LockSupport.unpark(borrower);
	}

	@Test
	void whatIsUsedUnseenIsNoLeak() {
		ConnectionUsage lease = borrow();
		this.listener.unwrapped(lease);
		pass(60_000);
		assertThat(next().leaks()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "LISTEN changes", "select pg_advisory_lock(7)", "select pg_try_advisory_lock(?)",
			"select get_lock('leader', 0)", "lock table leader in exclusive mode" })
	void aSessionWithALockOrForNotificationsIsNoLeak(String sql) {
		ConnectionUsage lease = borrow();
		execute(lease, sql);
		pass(60_000);
		assertThat(next().leaks()).isEmpty();
		execute(lease, "select 1");
		pass(60_000);
		assertThat(next().leaks()).as("after a statement that keeps the connection alive").isEmpty();
		this.listener.returned(lease);
		lease = borrow();
		execute(lease, "select 1");
		pass(60_000);
		assertThat(next().leaks()).hasSize(1);
	}

	private void execute(ConnectionUsage lease, String sql) {
		Execution execution = new Execution(sql, Kind.ANY, true, this.clock.get());
		this.listener.executing(lease, execution);
		this.listener.executed(lease, execution, this.clock.get(), null);
	}

	@Test
	void aThreadOfTheApplicationMayKeepOneConnection() {
		this.work = null;
		CountDownLatch over = new CountDownLatch(1);
		keepConnection(over);
		pass(60_000);
		assertThat(next().leaks()).isEmpty();
		keepConnection(over);
		pass(60_000);
		Awaitility.await().untilAsserted(() -> {
			pass(11_000);
			assertThat(next().leaks()).as("of several threads").hasSize(2);
		});
		over.countDown();
	}

	private void keepConnection(CountDownLatch over) {
		Thread leader = new Thread(() -> Shop.run(() -> {
			borrow();
			try {
				over.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}));
		leader.setDaemon(true);
		leader.start();
		Awaitility.await().until(() -> leader.getState() == Thread.State.WAITING);
	}

	@Test
	void whoWaitsForTheNetworkRests() throws Exception {
		this.work = null;
		try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			Thread borrower = new Thread(() -> {
				borrow();
				try {
					silent.accept().close();
				}
				catch (IOException ex) {
					// The test is over.
				}
			});
			borrower.setDaemon(true);
			borrower.start();
			Awaitility.await()
				.until(() -> borrower.getState() == Thread.State.RUNNABLE && borrower.getStackTrace().length > 0
						&& borrower.getStackTrace()[0].isNativeMethod());
			pass(11_000);
			assertThat(next().leaks()).hasSize(1);
		}
	}

	@Test
	void remoteCallsAreNotMeasuredIfNobodyTellsOfThem() {
		PoolMonitor deaf = new PoolMonitor(() -> Map.of("pool", 4), () -> null, this.stopped::get, this.clock::get,
				Clock.systemUTC(), new ApplicationCode(Set.of()));
		assertThat(deaf.next()).singleElement().extracting(PoolWindow::remote).isEqualTo(-1L);
	}

	@Test
	void whatTakesLongToCommitIsUsed() {
		ConnectionUsage lease = borrow();
		Execution commit = begin(lease, Kind.COMMIT);
		pass(60_000);
		PoolWindow window = next();
		assertThat(window.leaks()).isEmpty();
		assertThat(window.sqlShare()).isOne();
		this.listener.executed(lease, commit, this.clock.get(), null);
		pass(60_000);
		assertThat(next().sqlShare()).isZero();
	}

	@Test
	void aSuspicionStaysUntilTheConnectionIsUsed() {
		ConnectionUsage lease = borrow();
		pass(20_000);
		this.facts.sample();
		ConnectionUsage other = borrow();
		assertThat(next().leaks()).hasSize(1);
		execute(lease, 1);
		assertThat(next().leaks()).isEmpty();
		this.listener.returned(other);
	}

	@Test
	void namesOfPoolsAreBounded() {
		for (int i = 0; i < 100; i++) {
			this.listener.returned(Shop.borrow(this.listener, "pool" + i));
		}
		assertThat(this.facts.next()).hasSizeLessThan(70)
			.extracting(PoolWindow::usages)
			.satisfies((usages) -> assertThat(usages.stream().mapToLong(Long::longValue).sum()).isEqualTo(100));
	}

	/**
	 * The request that the test says it is.
	 */
	private final class TestWork implements RequestWork {

		@Override
		public boolean isComplete() {
			return PoolMonitorTests.this.over;
		}

		@Override
		public boolean isServedHere() {
			return PoolMonitorTests.this.serving;
		}

	}

}
