package io.perfstarter.routing;

import java.sql.SQLException;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;
import org.jspecify.annotations.Nullable;

/**
 * Notes what was written with one connection of the primary, and when it is back.
 * Confined to the thread that uses the connection.
 */
final class WriteLease implements JdbcListener {

	private static final String SELECT = "select";

	private final ReadScopes scopes;

	private final LongSupplier clock;

	private final Runnable back;

	private boolean used;

	WriteLease(ReadScopes scopes, LongSupplier clock, Runnable back) {
		this.scopes = scopes;
		this.clock = clock;
		this.back = back;
	}

	/**
	 * Within a transaction each statement may write, a function for instance; alone, a
	 * query is taken for what it looks like.
	 */
	@Override
	public void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		if (!execution.autoCommit()) {
			this.used = true;
		}
		else if (execution.kind() != Execution.Kind.QUERY || !isSelect(execution.sql())) {
			wrote();
		}
	}

	private static boolean isSelect(String sql) {
		return sql.stripLeading().regionMatches(true, 0, SELECT, 0, SELECT.length());
	}

	@Override
	public void committed(Lease lease) {
		if (this.used) {
			this.used = false;
			wrote();
		}
	}

	@Override
	public void rolledBack(Lease lease) {
		this.used = false;
	}

	@Override
	public void returned(Lease lease) {
		this.back.run();
	}

	private void wrote() {
		this.scopes.current().wrote(this.clock.getAsLong());
	}

}
