package io.perfstarter.coherence.redis;

import java.time.Duration;
import java.util.List;

import io.perfstarter.coherence.log.LogUnavailableException;

/**
 * A stream of entries that all instances of a service share, with the claims of its
 * members. Thread-safe, except that one thread reads. Each method throws a
 * {@link LogUnavailableException} if the stream cannot be used.
 */
public interface LogStream extends AutoCloseable {

	/**
	 * The maximum number of entries that are read at once.
	 */
	int MAX_ENTRIES = 1_000;

	/**
	 * Sends a claim and returns the claims of the others and the entries, all of one
	 * moment.
	 * @param claim the claim, which is ignored if its epoch has ended
	 * @return the answer
	 */
	Certificate certify(Claim claim);

	/**
	 * Waits for entries.
	 * @param after the number of the last entry that is known
	 * @param wait the maximum time
	 * @return the entries after it, empty if there were none in that time
	 */
	List<StreamEntry> await(long after, Duration wait);

	/**
	 * Adds an entry, which others can read when this method returns.
	 * @param evictions the text of {@link LoggedEvictions}
	 */
	void append(String evictions);

	/**
	 * Removes the claim of a member that will change nothing any more.
	 * @param member the member
	 */
	void leave(String member);

	@Override
	void close();

}
