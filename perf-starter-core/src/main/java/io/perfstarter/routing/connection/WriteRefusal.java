package io.perfstarter.routing.connection;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.perfstarter.jdbc.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Detects that a database has rejected a write in a read-only transaction, and adds the
 * transactional method to the exception. Rejects advisory locks on replicas.
 */
final class WriteRefusal {

	// SQL state of the standard, used by PostgreSQL and for MySQL's error 1792.
	private static final String READ_ONLY_TRANSACTION = "25006";

	// SQL state of H2 databases opened read-only.
	private static final String H2_READ_ONLY = "90097";

	// Error codes of MySQL and MariaDB: server, transaction and InnoDB in read-only mode.
	// Other databases use these numbers, too, so the message must match.
	private static final Set<Integer> MYSQL_CODES = Set.of(1290, 1792, 1836);

	private static final Pattern READ_ONLY = Pattern.compile("\\bread[-_ ]only\\b", Pattern.CASE_INSENSITIVE);

	// Message of the driver Connector/J, which also rejects writes.
	private static final String MYSQL_DRIVER_REFUSAL = "Connection is read-only";

	private static final Set<String> VERBS = Set.of("insert", "update", "delete", "merge", "replace", "truncate",
			"select", "with", "call", "create", "alter", "drop", "lock", "copy", "refresh");

	private static final int NAME_LENGTH = 100;

	private static final int NEXT_EXCEPTIONS = 10;

	// SQL state of the standard for a feature that is not supported.
	private static final String NOT_SUPPORTED = "0A000";

	private WriteRefusal() {
	}

	/**
	 * Returns the exception to throw instead of a failure.
	 * @param replica the name of the replica that has failed, {@code null} for the
	 * primary
	 * @param sql the failed statement
	 * @param failure the failure
	 * @return an exception with more detail if the failure is a rejected write, otherwise
	 * the failure; a {@link BatchUpdateException} for a batch
	 */
	static SQLException explained(@Nullable String replica, String sql, SQLException failure) {
		if (!ActiveTransaction.isReadOnly() || !isRefusal(failure) || RefusedWrite.behind(failure) != null) {
			return failure;
		}
		String method = ActiveTransaction.name();
		String write = description(SqlStatement.of(sql));
		String server = (replica != null) ? "replica '" + replica + "'" : "the primary, where it is read-only too";
		String message = ActiveTransaction.isDefaultOfRepository()
				? "%s declares no transaction, got a read-only one because of its name or query, and ran on %s; "
						+ "first write: %s. Annotate it with @Transactional"
				: "%s is readOnly = true and ran on %s; first write: %s. "
						+ "Remove readOnly, or move the call out of the read-only transaction";
		RefusedWrite refused = new RefusedWrite(message.formatted(method, server, write), failure);
		return (failure instanceof BatchUpdateException batch) ? ofBatch(refused, batch) : refused;
	}

	/**
	 * Describes a statement by its verb and, if it changes a table, the table. Never
	 * contains a value.
	 */
	static String description(SqlStatement statement) {
		String verb = statement.verb();
		String written = statement.written();
		if (written != null) {
			return verb.toUpperCase(Locale.ROOT) + " " + written.substring(0, Math.min(written.length(), NAME_LENGTH));
		}
		return VERBS.contains(verb) ? verb.toUpperCase(Locale.ROOT) : "a statement";
	}

	/**
	 * Returns the exception for a statement that would use an advisory lock on a replica.
	 * The replica would grant the lock, but the lock would protect nothing.
	 * @param replica the name of the replica
	 * @param sql the statement
	 * @return an exception that names the remedy, {@code null} if the statement uses no
	 * advisory lock
	 */
	static @Nullable SQLException ofLock(String replica, String sql) {
		if (!SqlStatement.of(sql).usesAdvisoryLock()) {
			return null;
		}
		String reader = (ActiveTransaction.isReadOnly()) ? ActiveTransaction.name() + " is readOnly = true and"
				: "A read-only connection";
		return new SQLFeatureNotSupportedException(("%s ran on replica '%s', where an advisory lock protects nothing. "
				+ "Annotate the method with @PrimaryRead, or use a read-write transaction")
			.formatted(reader, replica), NOT_SUPPORTED);
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
		return Stream.iterate(failure, Objects::nonNull, SQLException::getNextException)
			.limit(NEXT_EXCEPTIONS)
			.anyMatch((next) -> isRefusal(next.getSQLState(), next.getErrorCode(), next.getMessage()));
	}

	private static boolean isRefusal(@Nullable String state, int code, @Nullable String message) {
		if (READ_ONLY_TRANSACTION.equals(state) || H2_READ_ONLY.equals(state)) {
			return true;
		}
		return message != null && ((MYSQL_CODES.contains(code) && READ_ONLY.matcher(message).find())
				|| message.startsWith(MYSQL_DRIVER_REFUSAL));
	}

}
