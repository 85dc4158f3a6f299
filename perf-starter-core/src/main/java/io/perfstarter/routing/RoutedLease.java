package io.perfstarter.routing;

import java.sql.SQLException;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;
import org.jspecify.annotations.Nullable;

/**
 * What routing has to know of one connection that it lends: what was written with it, and
 * when it is back. Confined to the thread that uses the connection.
 */
abstract sealed class RoutedLease implements JdbcListener {

	private final Runnable back;

	private RoutedLease(Runnable back) {
		this.back = back;
	}

	@Override
	public final void returned(Lease lease) {
		this.back.run();
	}

	/**
	 * A connection of the primary that may write.
	 */
	static final class Writing extends RoutedLease {

		private static final String SELECT = "select";

		private final ReadScopes scopes;

		private final LongSupplier clock;

		private boolean used;

		Writing(ReadScopes scopes, LongSupplier clock) {
			super(() -> {
			});
			this.scopes = scopes;
			this.clock = clock;
		}

		/**
		 * Within a transaction each statement may write, a function for instance; alone,
		 * a query is taken for what it looks like.
		 */
		@Override
		public void executed(Lease lease, Execution execution, @Nullable SQLException failure) {
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

		private void wrote() {
			this.scopes.current().wrote(this.clock.getAsLong());
		}

	}

	/**
	 * A connection for reads only, of a replica or of the primary.
	 */
	static final class Reading extends RoutedLease {

		// Null for the primary.
		private final @Nullable ReplicaReads reads;

		private final long horizon;

		private final WriteRefusal refusals;

		private Reading(@Nullable ReplicaReads reads, long horizon, WriteRefusal refusals, Runnable back) {
			super(back);
			this.reads = reads;
			this.horizon = horizon;
			this.refusals = refusals;
		}

		static Reading ofPrimary(WriteRefusal refusals, Runnable back) {
			return new Reading(null, PrimaryPositions.NEVER, refusals, back);
		}

		/**
		 * Takes what is known of a replica.
		 * @param horizon up to when it has everything
		 */
		static Reading ofReplica(ReplicaReads reads, long horizon, WriteRefusal refusals, Runnable back) {
			return new Reading(reads, horizon, refusals, back);
		}

		@Override
		public void executing(Lease lease, Execution execution) {
			if (this.reads != null) {
				this.reads.read(execution.startedAt(), this.horizon);
				PrimaryReads.executedOn(lease.pool());
			}
		}

		@Override
		public SQLException explained(Lease lease, Execution execution, SQLException failure) {
			return this.refusals.explained(lease.pool(), execution.sql(), failure);
		}

	}

}
