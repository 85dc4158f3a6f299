package io.perfstarter.reporting;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.support.ApplicationCode;
import org.apache.shop.Shop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that {@link PoolMonitor} lose nothing when many threads borrow while periods end.
 */
class PoolMonitorStressTests {

	private static final int THREADS = 8;

	private static final int ROUNDS = 2_000;

	private final PoolMonitor facts = new PoolMonitor(Map::of, () -> null, () -> 0, System::nanoTime, Clock.systemUTC(),
			new ApplicationCode(Set.of()));

	private final JdbcListener listener = Shop.both(new ConnectionUsages(), this.facts);

	private final AtomicLong held = new AtomicLong();

	private final AtomicLong used = new AtomicLong();

	private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

	@AfterEach
	void stop() {
		this.executor.shutdownNow();
	}

	@Test
	void allTimeIsCountedOnce() throws Exception {
		long begin = System.nanoTime();
		List<Future<Boolean>> borrowers = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			borrowers.add(this.executor.submit(this::borrowAgainAndAgain, true));
		}
		List<PoolWindow> windows = new ArrayList<>();
		while (!borrowers.stream().allMatch(Future::isDone)) {
			windows.addAll(this.facts.next());
		}
		for (Future<Boolean> borrower : borrowers) {
			assertThat(borrower.get()).isTrue();
		}
		windows.addAll(this.facts.next());
		long end = System.nanoTime();
		assertThat(windows).extracting(PoolWindow::usages)
			.satisfies((all) -> assertThat(sum(all)).isEqualTo(THREADS * ROUNDS));
		assertThat(windows).extracting(PoolWindow::requests)
			.satisfies((all) -> assertThat(sum(all)).isEqualTo(THREADS * ROUNDS));
		assertThat(windows).extracting(PoolWindow::borrowedNanos)
			.satisfies((all) -> assertThat(sum(all)).isBetween(this.used.get(), THREADS * (end - begin)));
		assertThat(windows).extracting(PoolWindow::borrowedNanos)
			.satisfies((all) -> assertThat(sum(all)).isLessThanOrEqualTo(this.held.get()));
		assertThat(windows).allSatisfy((window) -> {
			assertThat(window.peak()).isBetween(window.active(), THREADS);
			assertThat(window.sql()).isLessThanOrEqualTo(this.held.get());
		});
		assertThat(windows.get(windows.size() - 1).active()).isZero();
		assertThat(this.facts.next().get(0).peak()).isZero();
	}

	private static long sum(List<? extends Long> figures) {
		return figures.stream().mapToLong(Long::longValue).sum();
	}

	private void borrowAgainAndAgain() {
		for (int i = 0; i < ROUNDS; i++) {
			long before = System.nanoTime();
			ConnectionUsage lease = Shop.borrow(this.listener, "pool");
			long now = System.nanoTime();
			this.listener.executing(lease, new Execution("select 1", Kind.QUERY, true, System.nanoTime()));
			this.listener.executed(lease, new Execution("select 1", Kind.QUERY, true, now), System.nanoTime(), null);
			this.used.addAndGet(System.nanoTime() - now);
			this.listener.returned(lease);
			this.held.addAndGet(System.nanoTime() - before);
		}
	}

	@Test
	void thePeakIsTrue() throws Exception {
		CyclicBarrier allHold = new CyclicBarrier(THREADS);
		Callable<Boolean> borrower = () -> {
			ConnectionUsage lease = Shop.borrow(this.listener, "pool");
			allHold.await();
			this.listener.returned(lease);
			return true;
		};
		for (int round = 0; round < 200; round++) {
			for (Future<Boolean> done : this.executor.invokeAll(Collections.nCopies(THREADS, borrower))) {
				assertThat(done.get()).isTrue();
			}
			PoolWindow window = this.facts.next().get(0);
			assertThat(window.peak()).isEqualTo(THREADS);
			assertThat(window.active()).isZero();
			assertThat(this.facts.next().get(0).peak()).isZero();
		}
	}

}
