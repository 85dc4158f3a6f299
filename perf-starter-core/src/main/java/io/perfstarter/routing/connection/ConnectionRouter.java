package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.perfstarter.routing.connection.RoutingSettings.Exhausted;
import io.perfstarter.routing.connection.RoutingSettings.Fallback;
import io.perfstarter.routing.connection.RoutingSettings.ReadYourWrites;
import io.perfstarter.support.WaitListener;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the server for each connection. Reads that may use a replica wait in the read
 * queue. All other callers wait in the pool of the primary. Thread-safe.
 */
final class ConnectionRouter {

	// The number of attempts on replicas before a read falls back.
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

	private final Replica.Substitutes substitutes;

	private final long timeout;

	// How long a read waits for a replica before it may use other servers.
	private final long patience;

	private final LongAdder rejected = new LongAdder();

	private final LongAdder boundOnReplica = new LongAdder();

	private final LongAdder boundOnPrimary = new LongAdder();

	ConnectionRouter(RoutingSettings settings, Primary primary, List<Replica> replicas, Sampler sampler,
			ReadScopes scopes, TransactionFlags flags, ReadQueue queue, LongSupplier clock) {
		this.settings = settings;
		this.primary = primary;
		this.replicas = replicas;
		this.choice = new ReplicaChoice(replicas);
		this.sampler = sampler;
		this.scopes = scopes;
		this.flags = flags;
		this.queue = queue;
		this.clock = clock;
		boolean repeats = settings.fallback() == Fallback.PRIMARY;
		this.substitutes = new Replica.Substitutes(this::forReads,
				repeats ? () -> primary.toRead(Reason.REFUSED) : null);
		this.timeout = primary.server().connectionTimeout().toNanos();
		this.patience = Math.min(this.timeout / 2,
				replicas.stream()
					.mapToLong((replica) -> replica.server().connectionTimeout().toNanos())
					.max()
					.orElse(0));
	}

	/**
	 * Returns the counter of reads that got no connection of any server.
	 */
	LongAdder rejected() {
		return this.rejected;
	}

	/**
	 * Returns the counter of reads that had to find an earlier write and found it on a
	 * replica.
	 */
	LongAdder boundOnReplica() {
		return this.boundOnReplica;
	}

	/**
	 * Returns the counter of reads that had to find an earlier write and used the
	 * primary.
	 */
	LongAdder boundOnPrimary() {
		return this.boundOnPrimary;
	}

	/**
	 * Borrows a connection from the server that suits the current transaction.
	 * @param readOnlyHandle whether the caller has set its connection read-only
	 * @return the connection
	 * @throws SQLException if no server has one
	 */
	Connection connection(boolean readOnlyHandle) throws SQLException {
		Reason purpose = this.flags.purpose(readOnlyHandle);
		return switch (purpose) {
			case READ_ONLY -> PrimaryReads.isActive() ? this.primary.toRead(Reason.OVERRIDE) : forReads();
			case SERIALIZABLE -> this.primary.toRead(purpose);
			default -> this.primary.toWrite(purpose);
		};
	}

	private Connection forReads() throws SQLException {
		this.sampler.needed();
		ReadScope scope = this.scopes.current();
		long lastWrite = (this.settings.readYourWrites() != ReadYourWrites.NONE) ? scope.lastWrite() : Sampler.NEVER;
		Read read = new Read(lastWrite, scope);
		Connection connection = null;
		while (connection == null) {
			connection = attempt(read).borrow();
			if (connection == null) {
				read.startClock();
			}
		}
		return connection;
	}

	private ConnectionAttempt attempt(Read read) throws SQLException {
		try {
			ConnectionAttempt attempt = this.queue.await(read);
			return (attempt != null) ? attempt : () -> read.fail();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SQLException("Interrupted while waiting for a connection", ex);
		}
	}

	private @Nullable Replica replica(@Nullable String name) {
		for (Replica replica : this.replicas) {
			if (replica.server().name().equals(name)) {
				return replica;
			}
		}
		return null;
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
	 * A read that needs a pool slot, first on a replica. If its patience has elapsed, a
	 * replica has failed or none is eligible, it tries any server that the fallback
	 * settings allow. Confined to its thread; while it waits, guarded by the lock of the
	 * queue.
	 */
	private final class Read implements ReadQueue.SlotRequest<ConnectionAttempt> {

		private final long lastWrite;

		private final ReadScope scope;

		// The replica of the earlier reads of the request.
		private final @Nullable Replica previous;

		private boolean clockRuns;

		// Set when the read first waits or when its first attempt has failed.
		private long beganAt;

		private final List<SQLException> failures = new ArrayList<>();

		private Runnable waitEnds = WaitListener.NONE.waiting();

		private @Nullable Replica tried;

		private int tries;

		private boolean triedPrimary;

		private boolean triedStale;

		private Read(long lastWrite, ReadScope scope) {
			this.lastWrite = lastWrite;
			this.scope = scope;
			this.previous = replica(scope.replica());
		}

		@Override
		public long[] beginWait() {
			startClock();
			this.waitEnds = ConnectionRouter.this.choice.anyEligible(this.lastWrite)
				.map(Replica::server)
				.orElse(ConnectionRouter.this.primary.server())
				.waitListener()
				.waiting();
			return new long[] { this.beganAt + ConnectionRouter.this.patience,
					this.beganAt + ConnectionRouter.this.timeout / 2, this.beganAt + ConnectionRouter.this.timeout };
		}

		private void startClock() {
			if (!this.clockRuns) {
				this.clockRuns = true;
				this.beganAt = ConnectionRouter.this.clock.getAsLong();
			}
		}

		private boolean hasWaited(long nanos) {
			return this.clockRuns && ConnectionRouter.this.clock.getAsLong() - this.beganAt >= nanos;
		}

		/**
		 * Returns whether to wait for a replica before the read tries another server.
		 */
		private boolean isPatient() {
			return this.tried == null && !hasWaited(ConnectionRouter.this.patience);
		}

		@Override
		public void endWait() {
			this.waitEnds.run();
		}

		/**
		 * Returns {@code null} to wait, or an attempt that fails if a wait is useless.
		 */
		@Override
		public @Nullable ConnectionAttempt tryTake() {
			ConnectionAttempt attempt = (this.tries < TRIES) ? onReplica() : null;
			if (attempt != null) {
				return attempt;
			}
			Reason reason = whyNone();
			return (reason == Reason.BUSY && isPatient()) ? null : fallback(reason);
		}

		private @Nullable ConnectionAttempt onReplica() {
			Replica previous = this.previous;
			if (previous != null && previous != this.tried && isEligible(previous)) {
				if (previous.slots().tryAcquire()) {
					return on(previous);
				}
				if (isPatient()) {
					return null;
				}
			}
			return onAnyExcept(this.tried);
		}

		private @Nullable ConnectionAttempt onAnyExcept(@Nullable Replica except) {
			Replica chosen = ConnectionRouter.this.choice.acquire(this.lastWrite, except);
			return (chosen != null) ? on(chosen) : null;
		}

		private boolean isEligible(@Nullable Replica replica) {
			return replica != null && replica.isEligible(this.lastWrite);
		}

		private ConnectionAttempt on(Replica replica) {
			return () -> {
				if (!isEligible(this.previous) && this.scope.isRequest()) {
					this.scope.replica(replica.server().name());
				}
				this.tried = replica;
				this.tries++;
				return counted(ConnectionRouter.this.boundOnReplica,
						replica.borrow(Reason.READ_ONLY, replica.watch().horizon(), ConnectionRouter.this.substitutes));
			};
		}

		private Reason whyNone() {
			if (ConnectionRouter.this.choice.anyEligible(this.lastWrite).isPresent()) {
				return Reason.BUSY;
			}
			Replica stale = freshestUntried();
			if (this.lastWrite != Sampler.NEVER
					&& (isAny(ReplicaState.UP) || (stale != null && !stale.hasAll(this.lastWrite)))) {
				return Reason.UNMET_TOKEN;
			}
			return isAny(ReplicaState.LATE) ? Reason.LAG : Reason.DOWN;
		}

		private @Nullable ConnectionAttempt fallback(Reason reason) {
			if (reason == Reason.UNMET_TOKEN) {
				return forOwnWrite();
			}
			ConnectionAttempt attempt = switch (ConnectionRouter.this.settings.fallback()) {
				case PRIMARY -> {
					ConnectionAttempt primary = onPrimary(reason);
					yield (primary != null) ? primary : stale(reason);
				}
				case STALE -> {
					ConnectionAttempt stale = stale(reason);
					yield (stale != null) ? stale : onPrimary(reason);
				}
				case FAIL -> null;
			};
			if (attempt != null) {
				return attempt;
			}
			if (reason == Reason.BUSY) {
				boolean again = this.tries > 0 && !hasWaited(ConnectionRouter.this.timeout);
				return again ? onAnyExcept(null) : null;
			}
			return (mayGetPrimary() || mayGetStale()) ? null : this::fail;
		}

		private boolean mayGetPrimary() {
			return !this.triedPrimary && ConnectionRouter.this.settings.fallback() != Fallback.FAIL;
		}

		/**
		 * Attempts a read that must see an earlier write of the same request, thread or
		 * client. The read uses a stale replica only if the primary is down. If the
		 * primary is busy, the read first waits for a replica to get the write. After its
		 * patience the read no longer yields to writers: such reads follow writes.
		 */
		private @Nullable ConnectionAttempt forOwnWrite() {
			ConnectionRouter.this.sampler.needed(this.lastWrite);
			if (!this.triedPrimary && !isPrimaryAvoided()) {
				return ConnectionRouter.this.primary.acquire(hasWaited(ConnectionRouter.this.patience))
						? () -> tryPrimary(() -> ConnectionRouter.this.primary.toReadWithSlot(Reason.UNMET_TOKEN))
						: null;
			}
			if (!ConnectionRouter.this.sampler.primary().isGone(this.lastWrite)) {
				return this::fail;
			}
			ConnectionAttempt stale = stale(Reason.UNMET_TOKEN);
			return (stale != null || mayGetStale()) ? stale : this::fail;
		}

		private @Nullable ConnectionAttempt onPrimary(Reason reason) {
			boolean urgent = hasWaited(ConnectionRouter.this.timeout / 2);
			if (this.triedPrimary || isPrimaryAvoided() || !ConnectionRouter.this.primary.budget().acquire(urgent)) {
				return null;
			}
			return () -> tryPrimary(() -> ConnectionRouter.this.primary.toReadWithinBudget(reason));
		}

		/**
		 * Returns whether to skip the primary: it is known to be down, and a replica may
		 * serve the read.
		 */
		private boolean isPrimaryAvoided() {
			return ConnectionRouter.this.sampler.primary().isGone(this.lastWrite) && isStaleAllowed()
					&& freshest() != null;
		}

		private @Nullable Connection tryPrimary(ConnectionAttempt attempt) {
			this.triedPrimary = true;
			try {
				return counted(ConnectionRouter.this.boundOnPrimary, attempt.borrow());
			}
			catch (SQLException ex) {
				this.failures.add(ex);
				return null;
			}
		}

		private @Nullable Connection counted(LongAdder bound, @Nullable Connection connection) {
			if (connection != null && this.lastWrite != Sampler.NEVER) {
				bound.increment();
			}
			return connection;
		}

		private boolean mayGetStale() {
			return freshestUntried() != null;
		}

		private @Nullable Replica freshestUntried() {
			Replica freshest = (isStaleAllowed() && !this.triedStale) ? freshest() : null;
			return (freshest != this.tried) ? freshest : null;
		}

		private @Nullable ConnectionAttempt stale(Reason reason) {
			Replica freshest = freshestUntried();
			if (freshest == null || !freshest.slots().tryAcquire()) {
				return null;
			}
			return () -> {
				this.triedStale = true;
				return freshest.borrow(reason, Sampler.NEVER, ConnectionRouter.this.substitutes);
			};
		}

		private Connection fail() throws SQLException {
			ConnectionRouter.this.rejected.increment();
			String states = ConnectionRouter.this.replicas.stream()
				.map((replica) -> "'%s' %s, lag %s, last error: %s".formatted(replica.server().name(),
						replica.watch().state(), replica.watch().lag(), replica.watch().lastError()))
				.collect(Collectors.joining("; "));
			SQLException failure = new SQLTransientConnectionException(
					"No server available for a read-only transaction (%s). Replicas: %s. Reads on the primary: %s"
						.formatted(whyNone().tag(), states, ConnectionRouter.this.primary.budget().acquired()));
			this.failures.forEach(failure::addSuppressed);
			throw failure;
		}

	}

}
