package io.perfstarter.jdbc;

import java.sql.CallableStatement;
import java.sql.Connection;

import org.jspecify.annotations.Nullable;

/**
 * A call of a procedure that reports executions and their rows.
 */
final class ObservedCallableStatement extends DelegatingCallableStatement {

	ObservedCallableStatement(CallableStatement real, String prepared, ObservedConnection owner,
			@Nullable JdbcCall<Connection, ?> creation) {
		super(real, prepared, owner, creation);
	}

}
