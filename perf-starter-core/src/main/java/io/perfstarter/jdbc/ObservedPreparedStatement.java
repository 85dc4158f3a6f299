package io.perfstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * A prepared statement that reports executions and their rows.
 */
class ObservedPreparedStatement extends DelegatingPreparedStatement {

	ObservedPreparedStatement(PreparedStatement real, String prepared, ObservedConnection owner,
			@Nullable JdbcCall<Connection, ?> creation) {
		super(real, prepared, owner, creation);
	}

	@Override
	public void addBatch() throws SQLException {
		super.addBatch();
		batched(text());
	}

}
