package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import io.perfstarter.routing.RoutingSettings.Exhausted;
import io.perfstarter.routing.RoutingSettings.ReadYourWrites;
import org.jspecify.annotations.Nullable;

/**
 * Gives each connection from the server that it should come from. Thread-safe; nothing is
 * locked.
 */
final class ConnectionRouter {

	private final RoutingSettings settings;

	private final Primary primary;

	private final List<Replica> replicas;

	private final ReplicaChoice choice;

	private final Sampler sampler;

	private final ReadScopes scopes;

	private final TransactionFlags flags;

	private final LongAdder rejected = new LongAdder();

	ConnectionRouter(RoutingSettings settings, Primary primary, List<Replica> replicas, ReplicaChoice choice,
			Sampler sampler, ReadScopes scopes, TransactionFlags flags) {
		this.settings = settings;
		this.primary = primary;
		this.replicas = replicas;
		this.choice = choice;
		this.sampler = sampler;
		this.scopes = scopes;
		this.flags = flags;
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
		Replica first = replica(scope, token);
		Connection connection = borrow(first);
		if (connection == null && first != null) {
			connection = borrow(this.choice.choose(token, first));
		}
		return (connection != null) ? connection : fallback(token, whyNone(token, first));
	}

	private @Nullable Replica replica(ReadScope scope, long token) {
		Replica same = scope.replica();
		if (same != null && same.isFit(token)) {
			return same;
		}
		Replica chosen = this.choice.choose(token, null);
		if (chosen != null && scope.isRequest() && this.settings.onePerRequest()) {
			scope.replica(chosen);
		}
		return chosen;
	}

	private static @Nullable Connection borrow(@Nullable Replica replica) {
		return (replica != null) ? replica.borrow(Reason.READ_ONLY) : null;
	}

	private Reason whyNone(long token, @Nullable Replica tried) {
		if (tried != null) {
			return (tried.watch().state() != ReplicaState.UP) ? Reason.DOWN : Reason.BUSY;
		}
		if (token != ReadScope.NEVER && isAny(ReplicaState.UP)) {
			return Reason.UNMET_TOKEN;
		}
		return isAny(ReplicaState.LATE) ? Reason.LAG : Reason.DOWN;
	}

	private boolean isAny(ReplicaState state) {
		return this.replicas.stream().anyMatch((replica) -> replica.watch().state() == state);
	}

	private Connection fallback(long token, Reason reason) throws SQLException {
		List<SQLException> failures = new ArrayList<>();
		Connection connection = (reason == Reason.UNMET_TOKEN) ? forOwnWrite(token, failures)
				: forAnyRead(token, reason, failures);
		if (connection != null) {
			return connection;
		}
		this.rejected.increment();
		throw nowhere(reason, failures);
	}

	/**
	 * Who must find his own write is not sent to a stale replica unless the primary is
	 * gone, and not counted: such reads are no more than the writes before them.
	 */
	private @Nullable Connection forOwnWrite(long token, List<SQLException> failures) {
		this.sampler.needed(token);
		Connection connection = tryPrimary(token, () -> this.primary.toRead(Reason.UNMET_TOKEN), failures);
		return (connection == null && this.sampler.isPrimaryGone(token)) ? stale(Reason.UNMET_TOKEN) : connection;
	}

	private @Nullable Connection forAnyRead(long token, Reason reason, List<SQLException> failures) {
		Borrowing primary = () -> this.primary.toReadWithinBudget(reason);
		return switch (this.settings.fallback()) {
			case PRIMARY -> {
				Connection connection = tryPrimary(token, primary, failures);
				yield (connection != null) ? connection : stale(reason);
			}
			case STALE -> {
				Connection connection = stale(reason);
				yield (connection != null) ? connection : tryPrimary(token, primary, failures);
			}
			case FAIL -> null;
		};
	}

	private @Nullable Connection stale(Reason reason) {
		Replica freshest = (isStaleAllowed()) ? freshest() : null;
		return (freshest != null) ? freshest.borrowStale(reason) : null;
	}

	private boolean isStaleAllowed() {
		return switch (this.settings.fallback()) {
			case PRIMARY -> this.settings.onExhausted() == Exhausted.STALE;
			case STALE -> true;
			case FAIL -> false;
		};
	}

	/**
	 * A primary that is known not to answer is not waited for while there is a choice.
	 */
	private @Nullable Connection tryPrimary(long token, Borrowing borrowing, List<SQLException> failures) {
		if (this.sampler.isPrimaryGone(token) && isStaleAllowed() && freshest() != null) {
			return null;
		}
		try {
			return borrowing.borrow();
		}
		catch (SQLException ex) {
			failures.add(ex);
			return null;
		}
	}

	private @Nullable Replica freshest() {
		return this.replicas.stream()
			.filter((replica) -> replica.watch().isReadable(this.settings.hardMaxLag()))
			.max(Comparator.comparingLong((replica) -> replica.watch().horizon()))
			.orElse(null);
	}

	private SQLException nowhere(Reason reason, List<SQLException> failures) {
		String states = this.replicas.stream()
			.map((replica) -> "'%s' %s, lag %s, last error: %s".formatted(replica.server().name(),
					replica.watch().state(), replica.watch().lag(), replica.watch().lastError()))
			.collect(Collectors.joining("; "));
		SQLException failure = new SQLTransientConnectionException(
				"No database for a read-only transaction (%s): replicas %s; the primary lends %s of %s to such reads"
					.formatted(reason.tag(), states, this.primary.budget().taken(), this.primary.budget().limit()));
		failures.forEach(failure::addSuppressed);
		return failure;
	}

	/**
	 * Takes a connection of the primary.
	 */
	private interface Borrowing {

		@Nullable Connection borrow() throws SQLException;

	}

}
