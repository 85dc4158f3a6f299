package io.perfstarter.coherence.redis;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a {@link LogStream} to a {@link Claim}.
 *
 * @param epoch the history of the stream, which ends when entries or claims may have been
 * lost
 * @param time the current time of the stream in microseconds
 * @param lowest the lowest time that another member claims, {@code null} if there is none
 * @param members the number of members, this one included
 * @param last the number of the last entry
 * @param entries the entries after the entry that the claim names, at most
 * {@link LogStream#MAX_ENTRIES}
 */
public record Certificate(String epoch, long time, @Nullable Long lowest, int members, long last,
		List<StreamEntry> entries) {

	public Certificate {
		entries = List.copyOf(entries);
	}

}
