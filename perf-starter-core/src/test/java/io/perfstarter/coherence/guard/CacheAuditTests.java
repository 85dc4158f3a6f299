package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link CacheAudit} with tasks that run by hand.
 */
class CacheAuditTests {

	private static final Duration BOUND = Duration.ofSeconds(15);

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final List<Duration> delays = new ArrayList<>();

	private final List<Runnable> tasks = new ArrayList<>();

	private boolean stillServed = true;

	private double random;

	private final CacheAudit audit = new CacheAudit(Map.of("prices", 0.25), BOUND, Callable::call, (delay, task) -> {
		this.delays.add(delay);
		this.tasks.add(task);
	}, () -> this.random);

	@BeforeEach
	void bind() {
		this.audit.bindTo(this.registry);
	}

	@Test
	void selectsOnlyTheConfiguredShareOfTheNamedCaches() {
		assertThat(this.audit.selects("prices")).isTrue();
		assertThat(this.audit.selects("others")).isFalse();
		this.random = 0.25;
		assertThat(this.audit.selects("prices")).isFalse();
	}

	@Test
	void anEqualValueIsFresh() {
		audit(new int[] { 1 }, () -> new int[] { 1 });
		assertCounts(1, 0, 0);
	}

	@Test
	void aDifferentValueThatIsGoneWithinTheBoundIsFresh() {
		audit("old", () -> "new");
		assertCounts(0, 0, 0);
		assertThat(this.delays).containsExactly(Duration.ZERO, BOUND);
		this.stillServed = false;
		runNext();
		assertCounts(1, 0, 0);
	}

	@Test
	void aDifferentValueThatIsServedAfterTheBoundIsStale() {
		audit("old", () -> "new");
		runNext();
		assertCounts(0, 1, 0);
	}

	@Test
	void aValueThatDiffersAtEachLoadIsIncomparable() {
		AtomicInteger loads = new AtomicInteger();
		audit(0, loads::incrementAndGet);
		assertCounts(0, 0, 1);
	}

	@Test
	void aLoaderThatFailsIsIncomparable() {
		audit(0, () -> {
			throw new StackOverflowError("recursive");
		});
		assertCounts(0, 0, 1);
	}

	@Test
	void noNumberOfHitsIsInProgressBeyondTheLimit() {
		for (int i = 0; i <= CacheAudit.IN_PROGRESS; i++) {
			this.audit.audit(served("value", () -> "value"));
		}
		assertThat(this.tasks).hasSize(CacheAudit.IN_PROGRESS);
		assertThat(count("skipped")).isOne();
		while (!this.tasks.isEmpty()) {
			runNext();
		}
		this.audit.audit(served("value", () -> "value"));
		assertThat(this.tasks).hasSize(1);
	}

	private void audit(Object value, Callable<Object> loader) {
		this.audit.audit(served(value, loader));
		runNext();
	}

	private ServedValues.ServedValue served(Object value, Callable<Object> loader) {
		return new ServedValues.ServedValue("prices", value, loader, () -> this.stillServed);
	}

	private void runNext() {
		this.tasks.remove(0).run();
	}

	private void assertCounts(int fresh, int stale, int incomparable) {
		assertThat(List.of(count("fresh"), count("stale"), count("incomparable"))).containsExactly(fresh, stale,
				incomparable);
	}

	private int count(String result) {
		return this.registry.find("perf.starter.coherence.audits")
			.tags("result", result)
			.counters()
			.stream()
			.mapToInt((counter) -> (int) counter.count())
			.sum();
	}

}
