package io.perfstarter.routing.connection;

import java.sql.SQLException;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.SqlStatement;
import io.perfstarter.jdbc.StatementEffect;
import org.jspecify.annotations.Nullable;

/**
 * Records writes on a connection of the primary, and runs a callback when the connection
 * is returned. Confined to the thread that uses the connection.
 */
final class WriteRecorder implements JdbcListener {

	private final ReadScopes scopes;

	private final LongSupplier clock;

	private final Runnable back;

	private boolean used;

	private boolean unwrapped;

	WriteRecorder(ReadScopes scopes, LongSupplier clock, Runnable back) {
		this.scopes = scopes;
		this.clock = clock;
		this.back = back;
	}

	@Override
	public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
		switch (execution.kind()) {
			case QUERY, UPDATE, ANY, BATCH -> executed(execution);
			case COMMIT -> committed();
			case ROLLBACK -> {
				this.used = this.used && failure != null;
			}
			case FETCH, ROLLBACK_TO_SAVEPOINT -> {
			}
		}
	}

	/**
	 * A statement counts as a read if its text changes nothing and calls no function that
	 * may write.
	 */
	private void executed(Execution statement) {
		StatementEffect effect = SqlStatement.of(statement.sql()).effect();
		if (effect == StatementEffect.NONE) {
			return;
		}
		if (!statement.autoCommit()) {
			this.used = true;
		}
		// Some databases commit before and after each DDL statement.
		if (statement.autoCommit() || effect == StatementEffect.ANYTHING) {
			wrote();
		}
	}

	private void committed() {
		if (this.used || this.unwrapped) {
			this.used = false;
			wrote();
		}
	}

	/**
	 * An unwrapped connection or statement, or an updatable result set, counts as a
	 * write, because its use is unknown.
	 */
	@Override
	public void unwrapped(ConnectionUsage usage) {
		this.unwrapped = true;
	}

	@Override
	public void returned(ConnectionUsage usage) {
		if (this.unwrapped) {
			wrote();
		}
		this.back.run();
	}

	private void wrote() {
		this.scopes.current().wrote(this.clock.getAsLong());
	}

}
