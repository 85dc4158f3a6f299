package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.DoubleSupplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.protocol.Timer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Takes a sample of the values that caches have served, loads them again in the
 * background, and counts values that were served stale for longer than the bound.
 * Thread-safe: the number of audits in progress is limited by a semaphore.
 *
 * <p>
 * A value that differs from the loaded one counts as stale only if the cache still serves
 * it after the bound has passed since the load. Until then the data may have changed just
 * before the load.
 */
public final class CacheAudit implements MeterBinder {

	/**
	 * The maximum number of audits in progress; no further hits are audited.
	 */
	static final int IN_PROGRESS = 100;

	private static final Log logger = LogFactory.getLog(CacheAudit.class);

	private final Map<String, Double> sampleRates;

	private final Duration maxStaleness;

	private final FreshRead read;

	private final Timer timer;

	private final DoubleSupplier random;

	private volatile @Nullable MeterRegistry registry;

	private final Semaphore inProgress = new Semaphore(IN_PROGRESS);

	private final Set<String> reported = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the audit.
	 * @param sampleRates the share of hits to audit by the name of the cache, above 0 and
	 * at most 1
	 * @param maxStaleness the bound
	 * @param read reads current data
	 * @param timer runs the audits
	 * @param random supplies random numbers between 0 and 1
	 */
	public CacheAudit(Map<String, Double> sampleRates, Duration maxStaleness, FreshRead read, Timer timer,
			DoubleSupplier random) {
		this.sampleRates = Map.copyOf(sampleRates);
		this.maxStaleness = maxStaleness;
		this.read = read;
		this.timer = timer;
		this.random = random;
	}

	/**
	 * Decides at random whether the next hit is audited.
	 * @param cache the name of the cache
	 * @return {@code false} for all hits of a cache without a sample rate
	 */
	boolean selects(String cache) {
		Double rate = this.sampleRates.get(cache);
		return rate != null && this.random.getAsDouble() < rate;
	}

	/**
	 * Audits a hit in the background.
	 * @param served the value that was served
	 */
	void audit(ServedValues.ServedValue served) {
		if (this.inProgress.tryAcquire()) {
			this.timer.after(Duration.ZERO, () -> compare(served));
		}
		else {
			count(served, AuditResult.SKIPPED);
		}
	}

	private void compare(ServedValues.ServedValue served) {
		@Nullable AuditResult result;
		try {
			Object loaded = this.read.of(served.loader());
			result = Objects.deepEquals(served.value(), loaded) ? AuditResult.FRESH : difference(served, loaded);
		}
		catch (Throwable ex) {
			logger.debug("A value of the cache '%s' could not be loaded for its audit".formatted(served.cache()), ex);
			result = AuditResult.INCOMPARABLE;
		}
		if (result != null) {
			end(served, result);
		}
	}

	/**
	 * Loads the value once more, because a value without {@code equals}, or a value that
	 * changes at each load, differs from itself.
	 * @return {@code null} if the result is known only when the bound has passed
	 */
	private @Nullable AuditResult difference(ServedValues.ServedValue served, @Nullable Object loaded)
			throws Exception {
		if (!Objects.deepEquals(loaded, this.read.of(served.loader()))) {
			return AuditResult.INCOMPARABLE;
		}
		this.timer.after(this.maxStaleness, () -> end(served, later(served)));
		return null;
	}

	private static AuditResult later(ServedValues.ServedValue served) {
		try {
			return served.stillServed().getAsBoolean() ? AuditResult.STALE : AuditResult.FRESH;
		}
		catch (RuntimeException ex) {
			// The store may be closed by now.
			return AuditResult.INCOMPARABLE;
		}
	}

	private void end(ServedValues.ServedValue served, AuditResult result) {
		this.inProgress.release();
		count(served, result);
		if (result == AuditResult.STALE && this.reported.add(served.cache())) {
			logger
				.warn(("The cache '%s' served a value for more than %s after it had changed: something changes the data "
						+ "without an eviction; further cases are only counted (meter 'perf.starter.coherence.audits')")
					.formatted(served.cache(), this.maxStaleness));
		}
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (String cache : this.sampleRates.keySet()) {
			for (AuditResult result : AuditResult.values()) {
				audits(registry, cache, result);
			}
		}
		this.registry = registry;
	}

	private void count(ServedValues.ServedValue served, AuditResult result) {
		MeterRegistry registry = this.registry;
		if (registry == null) {
			return;
		}
		audits(registry, served.cache(), result).increment();
	}

	private static Counter audits(MeterRegistry registry, String cache, AuditResult result) {
		return Counter.builder("perf.starter.coherence.audits")
			.description("Audited hits, by result")
			.baseUnit("hits")
			.tags("cache", cache, "result", result.name().toLowerCase(Locale.ROOT))
			.register(registry);
	}

	/**
	 * The result of one audit.
	 */
	private enum AuditResult {

		/**
		 * The served value equals the loaded one, or was replaced within the bound.
		 */
		FRESH,

		/**
		 * The served value differs from the loaded one, and was still served when the
		 * bound had passed.
		 */
		STALE,

		/**
		 * The value could not be loaded, or two loaded values differ from each other.
		 */
		INCOMPARABLE,

		/**
		 * Too many audits were in progress.
		 */
		SKIPPED

	}

}
