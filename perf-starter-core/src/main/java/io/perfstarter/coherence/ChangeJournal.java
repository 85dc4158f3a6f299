package io.perfstarter.coherence;

import java.util.Collection;
import java.util.List;

import io.perfstarter.coherence.commit.OpenTransaction;
import io.perfstarter.coherence.protocol.Event;

/**
 * Tells the other instances of changes of this one before they are visible, because
 * nobody asks this instance for them. No method throws.
 */
public interface ChangeJournal {

	/**
	 * Writes evictions in a transaction of the current thread, before its commit, so that
	 * the other instances find them exactly if it commits.
	 * @param transaction the transaction
	 * @param events its evictions
	 * @return {@code false} if they must be published after the commit
	 */
	boolean join(OpenTransaction transaction, List<Event> events);

	/**
	 * Begins a change whose evictions will be published later.
	 * @param caches the names of the caches that it may make stale
	 * @return ends the change, after its evictions were published or it was rolled back;
	 * may be called more than once
	 */
	Runnable begin(Collection<String> caches);

	/**
	 * Makes the other instances serve the entries that they have loaded until now by
	 * their own age only, because the data of a cache may have changed unseen.
	 * @param cache the name of the cache
	 */
	void doubt(String cache);

}
