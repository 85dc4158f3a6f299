package io.perfstarter.coherence.guard;

import java.util.function.Supplier;

import io.perfstarter.coherence.commit.TransactionAccount;
import org.jspecify.annotations.Nullable;

/**
 * What the guarded caches know of the work of the current thread.
 *
 * @param changes carries out changes, {@code null} if they stay in the cache
 * @param account the account of what the thread does in databases
 * @param request the begin of the request that the thread serves, always the same object
 * for the same request; {@code null} if there is none or its begin is unknown
 * @param audit audits hits, {@code null} if no cache is audited
 */
public record CacheSurroundings(Supplier<@Nullable CacheChanges> changes, TransactionAccount account,
		Supplier<@Nullable RequestBegin> request, Supplier<@Nullable CacheAudit> audit) {

	/**
	 * Starts to keep the account.
	 */
	public CacheSurroundings {
		account.use();
	}

}
