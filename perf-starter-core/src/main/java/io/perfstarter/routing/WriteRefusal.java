package io.perfstarter.routing;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Recognises that a database has refused to write in a read-only transaction, and says
 * whose transaction it was.
 */
final class WriteRefusal {

	/**
	 * The standard's, which PostgreSQL and MySQL's 1792 have.
	 */
	private static final String READ_ONLY_TRANSACTION = "25006";

	/**
	 * H2, opened read-only.
	 */
	private static final String H2_READ_ONLY = "90097";

	/**
	 * MySQL and MariaDB: read-only by an option, in a transaction, InnoDB as a whole.
	 * Other databases have other meanings for these numbers, hence the text.
	 */
	private static final Set<Integer> MYSQL_CODES = Set.of(1290, 1792, 1836);

	private static final Pattern READ_ONLY = Pattern.compile("\\bread[-_ ]only\\b", Pattern.CASE_INSENSITIVE);

	/**
	 * What Connector/J refuses by itself.
	 */
	private static final String MYSQL_DRIVER_REFUSAL = "Connection is read-only";

	private static final int NEXT_EXCEPTIONS = 10;

	private final String primary;

	WriteRefusal(String primary) {
		this.primary = primary;
	}

	/**
	 * What to throw instead of a failure.
	 * @param pool the name of the pool whose connection was used
	 * @param sql the statement that failed
	 * @param failure why
	 * @return the failure itself if it is something else; otherwise one that says more
	 * and is of the same kind: a failed batch stays one, with its counts
	 */
	SQLException explained(String pool, String sql, SQLException failure) {
		if (!CurrentTransaction.isReadOnly() || !isRefusal(failure) || RefusedWrite.behind(failure) != null) {
			return failure;
		}
		String method = CurrentTransaction.name();
		String write = FirstWrite.of(sql);
		String server = (!pool.equals(this.primary)) ? "replica '" + pool + "'" : "the primary, read-only too";
		RefusedWrite refused = new RefusedWrite(("%s is readOnly = true and ran on %s; first write: %s. "
				+ "Remove readOnly, or move the call out of the read-only transaction")
			.formatted(method, server, write), failure, method, pool, write);
		return (failure instanceof BatchUpdateException batch) ? ofBatch(refused, batch) : refused;
	}

	private static SQLException ofBatch(RefusedWrite refused, BatchUpdateException failure) {
		BatchUpdateException batch = new BatchUpdateException(refused.getMessage(), failure.getSQLState(),
				failure.getErrorCode(), failure.getLargeUpdateCounts(), refused);
		if (failure.getNextException() != null) {
			batch.setNextException(failure.getNextException());
		}
		return batch;
	}

	private static boolean isRefusal(SQLException failure) {
		SQLException next = failure;
		for (int i = 0; next != null && i < NEXT_EXCEPTIONS; i++) {
			if (isRefusal(next.getSQLState(), next.getErrorCode(), next.getMessage())) {
				return true;
			}
			next = next.getNextException();
		}
		return false;
	}

	private static boolean isRefusal(@Nullable String state, int code, @Nullable String message) {
		if (READ_ONLY_TRANSACTION.equals(state) || H2_READ_ONLY.equals(state)) {
			return true;
		}
		return message != null && ((MYSQL_CODES.contains(code) && READ_ONLY.matcher(message).find())
				|| message.startsWith(MYSQL_DRIVER_REFUSAL));
	}

}
