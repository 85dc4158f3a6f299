package io.perfstarter.routing.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.guard.PutGate;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.fixtures.Stalls;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.autoconfigure.RoutingAutoConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Fills a cache from a lagging standby: outdated values must not stay cached.
 */
@Tag("faults")
class CacheMeetsReplicaTests {

	private static final int KEYS = 20;

	private static final int READERS = 4;

	private static final Duration BETWEEN_WRITES = Duration.ofMillis(100);

	private static final Duration RUN = Duration.ofSeconds(6);

	/**
	 * The standby lags by 50 ms; the rest is a margin for a busy machine, to which its
	 * stalls are added.
	 */
	private static final Duration BOUND = Duration.ofSeconds(1);

	@RegisterExtension
	private final Stalls stalls = new Stalls();

	private static PostgresPair databases;

	private final AtomicLongArray written = new AtomicLongArray(KEYS);

	private final AtomicLongArray writtenAt = new AtomicLongArray(KEYS);

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class, CoherenceAutoConfiguration.class,
				EvictionAutoConfiguration.class, RoutingAutoConfiguration.class))
		.withBean(Counters.class)
		.withBean(CachedCounters.class)
		.withPropertyValues("spring.datasource.url=" + databases.primaryUrl(), "spring.datasource.username=postgres",
				"perf-starter.coherence.caches.counters.time-to-live=10m",
				"perf-starter.routing.replicas.standby.url=" + databases.standbyUrl());

	@BeforeAll
	static void start() {
		databases = PostgresPair.shared();
		databases.execute("create table if not exists counters (id bigint primary key, value bigint)");
		LongStream.range(100, 100 + KEYS)
			.forEach((id) -> databases
				.execute("insert into counters values (%d, 0) on conflict (id) do update set value = 0".formatted(id)));
		databases.applyDelay(50);
	}

	@AfterEach
	void catchUp() {
		databases.applyDelay(0);
	}

	@Test
	void nothingStaysThatTheStandbyDidNotHave() {
		databases.applyDelay(50);
		this.contextRunner.run((context) -> {
			Outcome outcome = torture(context.getBean(CachedCounters.class), context.getBean(Counters.class));
			assertThat(outcome.stale()).isZero();
			assertThat(outcome.loads()).isLessThan(outcome.reads() / 2);
		});
	}

	@Test
	void withoutTheGateStaleValuesStay() {
		databases.applyDelay(50);
		this.contextRunner.withBean(WithoutGate.class, WithoutGate::new).run((context) -> {
			Outcome outcome = torture(context.getBean(CachedCounters.class), context.getBean(Counters.class));
			assertThat(outcome.stale()).isPositive();
		});
	}

	private Outcome torture(CachedCounters cached, Counters counters) throws Exception {
		await().until(counters::readsFromReplica);
		long seed = System.nanoTime();
		System.out.println("Cache meets replica with seed " + seed);
		long end = System.nanoTime() + RUN.toNanos();
		ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);
		try {
			Future<?> writer = threads.submit(() -> write(cached, new Random(seed), end));
			List<Future<Outcome>> readers = new ArrayList<>();
			for (int reader = 1; reader <= READERS; reader++) {
				Random random = new Random(seed + reader);
				readers.add(threads.submit(() -> read(cached, random, end)));
			}
			writer.get(60, TimeUnit.SECONDS);
			Outcome sum = new Outcome(0, 0, 0);
			for (Future<Outcome> reader : readers) {
				sum = sum.plus(reader.get(60, TimeUnit.SECONDS));
			}
			sum = sum.plus(new Outcome(0, 0, cached.loads()));
			System.out.println("Cache meets replica: " + sum);
			return sum;
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void write(CachedCounters cached, Random random, long end) {
		for (long value = 1; System.nanoTime() - end < 0; value++) {
			int key = random.nextInt(KEYS);
			cached.write(100 + key, value);
			long now = System.nanoTime();
			this.writtenAt.set(key, now);
			this.written.set(key, value);
			LockSupport.parkNanos(BETWEEN_WRITES.toNanos());
		}
	}

	private Outcome read(CachedCounters cached, Random random, long end) {
		long reads = 0;
		long stale = 0;
		while (System.nanoTime() - end < 0) {
			int key = random.nextInt(KEYS);
			long expected = this.written.get(key);
			long since = this.writtenAt.get(key);
			long asked = System.nanoTime();
			long value = cached.read(100 + key);
			reads++;
			if (value < expected && asked - since > BOUND.plus(this.stalls.longest()).toNanos()) {
				stale++;
			}
		}
		return new Outcome(reads, stale, 0);
	}

	/**
	 * The results of the readers.
	 *
	 * @param reads the number of reads
	 * @param stale the number of reads that returned a value replaced before the bound
	 * @param loads the number of cache misses
	 */
	private record Outcome(long reads, long stale, long loads) {

		Outcome plus(Outcome other) {
			return new Outcome(this.reads + other.reads, this.stale + other.stale, this.loads + other.loads);
		}

	}

	/**
	 * Replaces the gate of routing by one that takes each value for current.
	 */
	private static final class WithoutGate implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof PutGate) ? (PutGate) (loadedAt) -> loadedAt : bean;
		}

	}

}
