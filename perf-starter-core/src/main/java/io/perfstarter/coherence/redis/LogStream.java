package io.perfstarter.coherence.redis;

import java.time.Duration;
import java.util.List;

import io.perfstarter.coherence.log.LogUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * A stream of entries that all instances of a service share, with the claims of its
 * members. Thread-safe; only one thread reads. Each method throws a
 * {@link LogUnavailableException} if the stream cannot be used.
 */
public interface LogStream extends AutoCloseable {

	/**
	 * The maximum number of entries that are read at once.
	 */
	int MAX_ENTRIES = 1_000;

	/**
	 * Sends a claim. Returns the lowest claim of the others and the new entries, both of
	 * one moment.
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

	/**
	 * An entry of a {@link LogStream}.
	 *
	 * @param number its number; the numbers have no gaps
	 * @param evictions the text of {@link LoggedEvictions}, {@code null} if evictions
	 * that an instance should have written before may be missing
	 */
	record StreamEntry(long number, @Nullable String evictions) {
	}

	/**
	 * What a member tells a {@link LogStream}: up to which time of the stream all its
	 * changes are in the stream.
	 *
	 * @param member the id of the incarnation of the instance
	 * @param epoch the history of the stream in which the time is valid, empty if the
	 * member knows none
	 * @param upTo the time in microseconds
	 * @param expected a time in microseconds; the question arrives earlier only if the
	 * clock of the stream is set back
	 * @param after the number of the last entry that the member has read, {@code null} to
	 * ask for no entries
	 */
	record Claim(String member, String epoch, long upTo, long expected, @Nullable Long after) {
	}

	/**
	 * The answer of a {@link LogStream} to a {@link Claim}.
	 *
	 * @param epoch the history of the stream, which ends when entries or claims may have
	 * been lost
	 * @param time the current time of the stream in microseconds
	 * @param lowest the lowest time that another member claims, {@code null} if there is
	 * none
	 * @param members the number of members, this one included
	 * @param last the number of the last entry
	 * @param entries the entries after the entry that the claim names, at most
	 * {@link LogStream#MAX_ENTRIES}
	 */
	record Certificate(String epoch, long time, @Nullable Long lowest, int members, long last,
			List<StreamEntry> entries) {

		public Certificate {
			entries = List.copyOf(entries);
		}

	}

}
