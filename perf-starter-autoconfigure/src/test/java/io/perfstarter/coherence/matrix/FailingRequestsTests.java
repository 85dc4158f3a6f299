package io.perfstarter.coherence.matrix;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Tests what a thousand failing requests a second of an evicting method cost: nothing,
 * unless each commits something, and then neither entries nor messages.
 */
@Timeout(180)
@Tag(Tier.CI)
@Tag(Tier.MORE)
@ExtendWith(OutputCaptureExtension.class)
class FailingRequestsTests {

	private static final Duration LOAD = Tier.isAll() ? Duration.ofSeconds(60) : Duration.ofSeconds(2);

	private static final int ENTRIES = 20;

	/**
	 * How many messages are sent in that time without a request.
	 */
	private static double idle = Double.NaN;

	@AutoClose
	private final Pair pair = new Pair(CachedPricesApplication.class, CacheKind.EHCACHE,
			"perf-starter.coherence.max-staleness=8s");

	@AutoClose("shutdownNow")
	private final ScheduledExecutorService requests = Executors.newScheduledThreadPool(2);

	static Stream<Arguments> failures() {
		return Stream.of(
				failure("a validation error", false, (on, id) -> on.prices().evict(id, FailingRequestsTests::fail)),
				failure("a rollback", false, (on, id) -> on.prices().evictInTransaction(id, () -> {
					on.change(id);
					return fail();
				})), failure("a rollback after an audit in REQUIRES_NEW", true,
						(on, id) -> on.prices().evictInTransaction(id, () -> {
							on.inNewTransaction(() -> audit(on));
							return fail();
						})),
				failure("an exception after a commit, with our annotation", true,
						(on, id) -> on.prices().evictTicket(id, () -> {
							audit(on);
							return fail();
						})));
	}

	private static Arguments failure(String name, boolean commits, Request request) {
		return Arguments.of(name, commits, request);
	}

	private static int audit(Instance on) {
		return on.jdbc().update("update price set amount = 'audited' where id = -1");
	}

	private static String fail() {
		throw new IllegalArgumentException("refused");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("failures")
	void removeNoEntryAndSendNoMessage(String name, boolean commits, Request request, CapturedOutput output) {
		List<Long> ids = new ArrayList<>();
		for (int i = 0; i < ENTRIES; i++) {
			ids.add(this.pair.newPrice());
		}
		if (Double.isNaN(idle)) {
			idle = sentIn(LOAD);
		}
		AtomicInteger failed = new AtomicInteger();
		AtomicInteger reads = new AtomicInteger();
		double refused = count("hits.refused") - this.pair.lapsed();
		double doubted = count("hits.doubted", "cause", "unseen-change");
		this.requests.scheduleAtFixedRate(
				() -> catchThrowable(() -> request.to(this.pair.first, ids.get(failed.getAndIncrement() % ENTRIES))), 0,
				1, TimeUnit.MILLISECONDS);
		this.requests.scheduleWithFixedDelay(() -> ids.forEach((id) -> {
			this.pair.first.prices().price(id);
			this.pair.second.prices().price(id);
			reads.addAndGet(2);
		}), 0, 5, TimeUnit.MILLISECONDS);
		double sent = sentIn(LOAD);
		double hitRate = 1 - (count("hits.refused") - this.pair.lapsed() - refused) / reads.get();
		System.out.printf("%s: %d failed requests in %s, %d reads, hit rate %.4f, %.0f messages more than without%n",
				name, failed.get(), LOAD, reads.get(), hitRate, sent - idle);
		assertThat(failed.get()).isGreaterThan(100);
		assertThat(evictions()).as("evictions").isZero();
		assertThat(sent - idle).as("messages").isLessThan(2 * idle + 20);
		assertThat(count("hits.doubted", "cause", "unseen-change") - doubted > 0).as("reads in doubt")
			.isEqualTo(commits);
		assertThat(output.getAll().lines().filter((line) -> line.contains("has failed after a commit")))
			.as("warnings of the method")
			.hasSize(commits ? 1 : 0)
			.allMatch((line) -> line.contains(".evict"));
		if (commits) {
			assertThat(hitRate).as("hit rate").isGreaterThan(0.8);
		}
		else {
			assertThat(hitRate).as("hit rate").isEqualTo(1);
		}
	}

	private double sentIn(Duration time) {
		double before = count("sent");
		await().pollDelay(time).atMost(time.multipliedBy(2)).until(() -> true);
		return count("sent") - before;
	}

	private double evictions() {
		return Stream.of(this.pair.first, this.pair.second)
			.map((instance) -> instance.bean(MeterRegistry.class))
			.flatMap((registry) -> registry.find("perf.starter.eviction.executions").counters().stream())
			.mapToDouble(Counter::count)
			.sum();
	}

	private double count(String meter, String... tags) {
		return Stream.of(this.pair.first, this.pair.second)
			.map((instance) -> instance.bean(MeterRegistry.class))
			.flatMap((registry) -> registry.find("perf.starter.coherence." + meter).tags(tags).meters().stream())
			.flatMap((found) -> Stream.of(found.measure().iterator().next().getValue()))
			.mapToDouble(Double::doubleValue)
			.sum();
	}

	/**
	 * A request that fails.
	 */
	@FunctionalInterface
	interface Request {

		void to(Instance instance, long id) throws Exception;

	}

}
