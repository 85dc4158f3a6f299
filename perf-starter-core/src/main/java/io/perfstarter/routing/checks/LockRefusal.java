package io.perfstarter.routing.checks;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

import io.perfstarter.jdbc.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Rejects statements that use an advisory lock on a replica, where it would be granted
 * and protect nothing.
 */
public final class LockRefusal {

	/**
	 * SQL state of the standard for a feature that is not supported.
	 */
	private static final String NOT_SUPPORTED = "0A000";

	private LockRefusal() {
	}

	/**
	 * Returns the failure of a statement before it is executed.
	 * @param replica the name of the replica
	 * @param sql the statement
	 * @return an exception that names the remedy, {@code null} if the statement uses no
	 * advisory lock
	 */
	public static @Nullable SQLException of(String replica, String sql) {
		if (!SqlStatement.of(sql).usesAdvisoryLock()) {
			return null;
		}
		String reader = (ActiveTransaction.isReadOnly()) ? ActiveTransaction.name() + " is readOnly = true and"
				: "A read-only connection";
		return new SQLFeatureNotSupportedException(("%s ran on replica '%s', where an advisory lock protects nothing. "
				+ "Annotate the method with @PrimaryRead, or use a read-write transaction")
			.formatted(reader, replica), NOT_SUPPORTED);
	}

}
