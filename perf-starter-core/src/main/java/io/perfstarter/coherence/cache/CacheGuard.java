package io.perfstarter.coherence.cache;

import java.util.function.LongSupplier;

import io.perfstarter.coherence.protocol.Certificate;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * What all guarded caches of this instance have in common: the clock, the certificate and
 * the put gate. Thread-safe.
 */
public final class CacheGuard {

	private final Certificate certificate;

	private final PutGate gate;

	private final LongSupplier clock;

	/**
	 * Creates the guard of an instance.
	 * @param certificate asked at every hit
	 * @param gate asked before a loaded value is kept
	 * @param clock {@link System#nanoTime()}, as for the certificate
	 */
	public CacheGuard(Certificate certificate, PutGate gate, LongSupplier clock) {
		this.certificate = certificate;
		this.gate = gate;
		this.clock = clock;
	}

	/**
	 * Guards a cache.
	 * @param store holds the entries, by reference and as long as this instance; nobody
	 * else may use it
	 * @param group gives an entry its group; {@code null} for a cache without groups
	 * @return the cache to use instead
	 */
	public Cache guard(Cache store, @Nullable GroupExpression group) {
		return new GuardedCache(store, group);
	}

}
