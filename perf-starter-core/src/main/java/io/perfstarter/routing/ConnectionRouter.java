package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.perfstarter.jdbc.PoolWait;
import io.perfstarter.routing.RoutingSettings.Exhausted;
import io.perfstarter.routing.RoutingSettings.Fallback;
import io.perfstarter.routing.RoutingSettings.ReadYourWrites;
import org.jspecify.annotations.Nullable;

/**
 * Gives each connection from the server that it should come from. Reads wait in the
 * queue, all others in the pool of the primary. Thread-safe.
 */
final class ConnectionRouter {

	/**
	 * How many replicas a read asks before it looks elsewhere.
	 */
	private static final int TRIES = 2;

	private final RoutingSettings settings;

	private final Primary primary;

	private final List<Replica> replicas;

	private final ReplicaChoice choice;

	private final Sampler sampler;

	private final ReadScopes scopes;

	private final TransactionFlags flags;

	private final ReadQueue queue;

	private final LongSupplier clock;

	private final long timeout;

	private final long patience;

	private final LongAdder rejected = new LongAdder();

	ConnectionRouter(RoutingSettings settings, Primary primary, List<Replica> replicas, ReplicaChoice choice,
			Sampler sampler, ReadScopes scopes, TransactionFlags flags, ReadQueue queue, LongSupplier clock) {
		this.settings = settings;
		this.primary = primary;
		this.replicas = replicas;
		this.choice = choice;
		this.sampler = sampler;
		this.scopes = scopes;
		this.flags = flags;
		this.queue = queue;
		this.clock = clock;
		this.timeout = primary.server().connectionTimeout().toNanos();
		this.patience = Math.min(this.timeout / 2,
				replicas.stream()
					.mapToLong((replica) -> replica.server().connectionTimeout().toNanos())
					.max()
					.orElse(0));
	}

	/**
	 * How many reads no server was allowed to serve.
	 */
	LongAdder rejected() {
		return this.rejected;
	}

	/**
	 * Borrows a connection.
	 * @param readOnlyHandle whether the caller has set its connection read-only
	 * @return the connection
	 * @throws SQLException if no server has one
	 */
	Connection connection(boolean readOnlyHandle) throws SQLException {
		return switch (this.flags.purpose(readOnlyHandle)) {
			case WRITE -> this.primary.toWrite(Reason.WRITE);
			case UNKNOWN -> this.primary.toWrite(Reason.NO_TRANSACTION);
			case READ -> PrimaryReads.isActive() ? this.primary.toRead(Reason.OVERRIDE) : forReads();
		};
	}

	private Connection forReads() throws SQLException {
		this.sampler.needed();
		ReadScope scope = this.scopes.current();
		long token = (this.settings.readYourWrites() != ReadYourWrites.NONE) ? scope.lastWrite() : ReadScope.NEVER;
		Read read = new Read(token, scope);
		Connection connection = null;
		while (connection == null) {
			connection = place(read).borrow();
			if (connection == null) {
				read.begin();
			}
		}
		return connection;
	}

	private Borrowing place(Read read) throws SQLException {
		try {
			Borrowing place = this.queue.await(read);
			return (place != null) ? place : () -> read.nowhere();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SQLException("Interrupted while waiting for a connection", ex);
		}
	}

	private boolean isAny(ReplicaState state) {
		return this.replicas.stream().anyMatch((replica) -> replica.watch().state() == state);
	}

	private boolean isStaleAllowed() {
		return switch (this.settings.fallback()) {
			case PRIMARY -> this.settings.onExhausted() == Exhausted.STALE;
			case STALE -> true;
			case FAIL -> false;
		};
	}

	private @Nullable Replica freshest() {
		return this.replicas.stream()
			.filter((replica) -> replica.watch().isReadable(this.settings.hardMaxLag()))
			.max(Comparator.comparingLong((replica) -> replica.watch().horizon()))
			.orElse(null);
	}

	/**
	 * A read that looks for a place: on a replica; if it gets none in the time that is
	 * meant for replicas, or none is fit, wherever else the settings allow. Confined to
	 * its thread, and to the lock of the queue while it waits.
	 */
	private final class Read implements ReadQueue.Visitor<Borrowing> {

		private final long token;

		private final ReadScope scope;

		private final @Nullable Replica same;

		private boolean waiting;

		// Known as soon as it waits: a read that does not has no use for it.
		private long beganAt;

		private final List<SQLException> failures = new ArrayList<>();

		private PoolWait awaited = PoolWait.UNHEARD;

		private @Nullable Replica tried;

		private int tries;

		private boolean triedPrimary;

		private boolean triedStale;

		private Read(long token, ReadScope scope) {
			this.token = token;
			this.scope = scope;
			this.same = scope.replica();
		}

		@Override
		public long[] waits() {
			begin();
			this.awaited = ConnectionRouter.this.choice.anyFit(this.token)
				.map(Replica::server)
				.orElse(ConnectionRouter.this.primary.server())
				.waits();
			this.awaited.begins();
			return new long[] { this.beganAt + ConnectionRouter.this.patience,
					this.beganAt + ConnectionRouter.this.timeout / 2, this.beganAt + ConnectionRouter.this.timeout };
		}

		private void begin() {
			if (!this.waiting) {
				this.waiting = true;
				this.beganAt = ConnectionRouter.this.clock.getAsLong();
			}
		}

		private boolean hasWaited(long nanos) {
			return this.waiting && ConnectionRouter.this.clock.getAsLong() - this.beganAt >= nanos;
		}

		private boolean isPatient() {
			return this.tried == null && !hasWaited(ConnectionRouter.this.patience);
		}

		@Override
		public void waitsNoMore() {
			this.awaited.ends();
		}

		@Override
		public @Nullable Borrowing place() {
			Borrowing place = (this.tries < TRIES) ? onReplica() : null;
			if (place != null) {
				return place;
			}
			Reason reason = whyNone();
			return (reason == Reason.BUSY && isPatient()) ? null : fallback(reason);
		}

		private @Nullable Borrowing onReplica() {
			Replica same = this.same;
			if (same != null && same != this.tried && isFit(same)) {
				if (same.places().tryTake()) {
					return on(same);
				}
				if (isPatient()) {
					return null;
				}
			}
			Replica chosen = ConnectionRouter.this.choice.take(this.token, this.tried);
			return (chosen != null) ? on(chosen) : null;
		}

		private boolean isFit(@Nullable Replica replica) {
			return replica != null && replica.isFit(this.token);
		}

		private Borrowing on(Replica replica) {
			return () -> {
				if (!isFit(this.same) && this.scope.isRequest() && ConnectionRouter.this.settings.onePerRequest()) {
					this.scope.replica(replica);
				}
				this.tried = replica;
				this.tries++;
				return replica.borrow(Reason.READ_ONLY, ConnectionRouter.this::forReads);
			};
		}

		private Reason whyNone() {
			if (ConnectionRouter.this.choice.anyFit(this.token).isPresent()) {
				return Reason.BUSY;
			}
			if (this.token != ReadScope.NEVER && isAny(ReplicaState.UP)) {
				return Reason.UNMET_TOKEN;
			}
			return isAny(ReplicaState.LATE) ? Reason.LAG : Reason.DOWN;
		}

		private @Nullable Borrowing fallback(Reason reason) {
			if (reason == Reason.UNMET_TOKEN) {
				return forOwnWrite();
			}
			boolean urgent = hasWaited(ConnectionRouter.this.timeout / 2);
			Borrowing place = switch (ConnectionRouter.this.settings.fallback()) {
				case PRIMARY -> {
					Borrowing primary = onPrimary(reason, urgent);
					yield (primary != null) ? primary : stale(reason);
				}
				case STALE -> {
					Borrowing stale = stale(reason);
					yield (stale != null) ? stale : onPrimary(reason, urgent);
				}
				case FAIL -> null;
			};
			if (place != null || reason != Reason.BUSY) {
				return (place != null || mayGetPrimary()) ? place : this::nowhere;
			}
			Replica again = (this.tries > 0 && !hasWaited(ConnectionRouter.this.timeout))
					? ConnectionRouter.this.choice.take(this.token, null) : null;
			return (again != null) ? on(again) : null;
		}

		private boolean mayGetPrimary() {
			return !this.triedPrimary && ConnectionRouter.this.settings.fallback() != Fallback.FAIL
					&& ConnectionRouter.this.primary.budget().limit() > 0;
		}

		/**
		 * Who must find his own write is not sent to a stale replica unless the primary
		 * is gone, and does not give way to writers: such reads are no more than the
		 * writes before them.
		 */
		private Borrowing forOwnWrite() {
			ConnectionRouter.this.sampler.needed(this.token);
			if (!this.triedPrimary && !isPrimaryAvoided()) {
				return () -> tryPrimary(() -> ConnectionRouter.this.primary.toRead(Reason.UNMET_TOKEN));
			}
			Borrowing stale = ConnectionRouter.this.sampler.isPrimaryGone(this.token) ? stale(Reason.UNMET_TOKEN)
					: null;
			return (stale != null) ? stale : this::nowhere;
		}

		private @Nullable Borrowing onPrimary(Reason reason, boolean urgent) {
			if (this.triedPrimary || isPrimaryAvoided() || !ConnectionRouter.this.primary.budget().take(urgent)) {
				return null;
			}
			return () -> tryPrimary(() -> ConnectionRouter.this.primary.toReadWithinBudget(reason));
		}

		/**
		 * A primary that is known not to answer is not waited for while there is a
		 * choice.
		 */
		private boolean isPrimaryAvoided() {
			return ConnectionRouter.this.sampler.isPrimaryGone(this.token) && isStaleAllowed() && freshest() != null;
		}

		private @Nullable Connection tryPrimary(Borrowing borrowing) {
			this.triedPrimary = true;
			try {
				return borrowing.borrow();
			}
			catch (SQLException ex) {
				this.failures.add(ex);
				return null;
			}
		}

		private @Nullable Borrowing stale(Reason reason) {
			Replica freshest = (isStaleAllowed() && !this.triedStale) ? freshest() : null;
			if (freshest == null || freshest == this.tried || !freshest.places().tryTake()) {
				return null;
			}
			return () -> {
				this.triedStale = true;
				return freshest.borrowStale(reason, ConnectionRouter.this::forReads);
			};
		}

		private Connection nowhere() throws SQLException {
			ConnectionRouter.this.rejected.increment();
			String states = ConnectionRouter.this.replicas.stream()
				.map((replica) -> "'%s' %s, lag %s, last error: %s".formatted(replica.server().name(),
						replica.watch().state(), replica.watch().lag(), replica.watch().lastError()))
				.collect(Collectors.joining("; "));
			SQLException failure = new SQLTransientConnectionException(
					"No database for a read-only transaction (%s): replicas %s; the primary lends %s connections to such reads"
						.formatted(whyNone().tag(), states, ConnectionRouter.this.primary.budget().taken()));
			this.failures.forEach(failure::addSuppressed);
			throw failure;
		}

	}

}
