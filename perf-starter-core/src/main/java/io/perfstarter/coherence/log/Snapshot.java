package io.perfstarter.coherence.log;

import java.util.Arrays;
import java.util.List;

/**
 * A snapshot of transactions in PostgreSQL: which transactions had ended when it was
 * taken.
 *
 * @param xmin all transactions below it had ended
 * @param xmax this transaction and all later ones had not ended
 * @param xip the transactions between both that were in progress
 */
public record Snapshot(long xmin, long xmax, List<Long> xip) {

	public Snapshot {
		xip = List.copyOf(xip);
	}

	/**
	 * Parses a snapshot.
	 * @param text the text of a {@code pg_snapshot}, such as {@code 10:20:10,14}
	 * @return the snapshot
	 * @throws IllegalArgumentException if the text is not a snapshot
	 */
	public static Snapshot parse(String text) {
		String[] parts = text.split(":", -1);
		if (parts.length != 3) {
			throw new IllegalArgumentException("'%s' is not a snapshot".formatted(text));
		}
		List<Long> xip = parts[2].isEmpty() ? List.of()
				: Arrays.stream(parts[2].split(",")).map(Long::valueOf).toList();
		return new Snapshot(Long.parseLong(parts[0]), Long.parseLong(parts[1]), xip);
	}

	/**
	 * Returns whether this snapshot was taken before another one of the same history, so
	 * that no transaction was lost in between.
	 * @param later the other snapshot
	 * @return {@code false} if the other one is behind this one
	 */
	public boolean isContinuedBy(Snapshot later) {
		return this.xmin <= later.xmin && this.xmax <= later.xmax;
	}

	/**
	 * Returns whether a transaction with a lower id may have ended after this snapshot
	 * was taken.
	 * @param xid the id
	 * @return whether a reader with this snapshot may need the rows of lower transactions
	 */
	public boolean mayNeedBelow(long xid) {
		return this.xmin < xid;
	}

}
