package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.routing.RoutingSettings.Exhausted;
import io.perfstarter.routing.RoutingSettings.Fallback;
import io.perfstarter.routing.RoutingSettings.ReadYourWrites;
import io.perfstarter.routing.TransactionFlags.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Gives each connection from the server that it should come from. Thread-safe; nothing is
 * locked.
 */
final class ConnectionRouter {

	private final RoutingSettings settings;

	private final Server primary;

	private final List<Replica> replicas;

	private final ReplicaChoice choice;

	private final PrimaryBudget budget;

	private final Sampler sampler;

	private final TransactionFlags flags;

	private final ReadScopes scopes;

	private final ReplicaReads reads;

	private final RoutingReport report;

	private final WriteRefusal refusals;

	private final LongSupplier clock;

	ConnectionRouter(RoutingSettings settings, Server primary, List<Replica> replicas, ReplicaChoice choice,
			PrimaryBudget budget, Sampler sampler, ReadScopes scopes, ReplicaReads reads, TransactionFlags flags,
			RoutingReport report, LongSupplier clock) {
		this.settings = settings;
		this.primary = primary;
		this.replicas = replicas;
		this.choice = choice;
		this.budget = budget;
		this.sampler = sampler;
		this.scopes = scopes;
		this.reads = reads;
		this.flags = flags;
		this.report = report;
		this.refusals = new WriteRefusal(primary.name());
		this.clock = clock;
	}

	/**
	 * Borrows a connection.
	 * @param readOnlyHandle whether the caller has set its connection read-only
	 * @return the connection
	 * @throws SQLException if no server has one
	 */
	Connection connection(boolean readOnlyHandle) throws SQLException {
		Purpose purpose = this.flags.purpose(readOnlyHandle);
		if (purpose != Purpose.READ) {
			return forWrites((purpose != Purpose.WRITE) ? Reason.NO_TRANSACTION : Reason.WRITE);
		}
		return PrimaryReads.isActive() ? fromPrimary(Reason.OVERRIDE, () -> {
		}) : forReads();
	}

	private Connection forWrites(Reason reason) throws SQLException {
		Connection connection = this.primary.pool().getConnection();
		this.report.routed(this.primary, reason);
		return ObservedConnections.observe(connection, this.primary.name(),
				List.of(new RoutedLease.Writing(this.scopes, this.clock)));
	}

	/**
	 * What is read from the primary stays read-only: a stray write is not to fail in calm
	 * weather and succeed in a storm.
	 */
	private Connection fromPrimary(Reason reason, Runnable back) throws SQLException {
		Connection connection = this.primary.pool().getConnection();
		connection.setReadOnly(true);
		this.report.routed(this.primary, reason);
		return ObservedConnections.observe(connection, this.primary.name(),
				List.of(RoutedLease.Reading.ofPrimary(this.refusals, back)));
	}

	private Connection forReads() throws SQLException {
		this.sampler.needed();
		ReadScope scope = this.scopes.current();
		long token = (this.settings.readYourWrites() != ReadYourWrites.NONE) ? scope.lastWrite() : ReadScope.NEVER;
		Replica first = replica(scope, token);
		Connection connection = (first != null) ? borrow(first, first.watch().horizon(), Reason.READ_ONLY) : null;
		if (connection == null && first != null) {
			Replica second = this.choice.choose(token, first);
			connection = (second != null) ? borrow(second, second.watch().horizon(), Reason.READ_ONLY) : null;
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

	/**
	 * Borrows from a replica, whose horizon was asked for before.
	 */
	private @Nullable Connection borrow(Replica replica, long horizon, Reason reason) {
		replica.wanted();
		Connection connection = null;
		try {
			connection = replica.server().pool().getConnection();
			this.report.routed(replica.server(), reason);
			return ObservedConnections.observe(connection, replica.server().name(),
					List.of(RoutedLease.Reading.ofReplica(this.reads, horizon, this.refusals, replica::returned)));
		}
		catch (SQLException ex) {
			if (!replica.isFull()) {
				replica.watch().borrowFailed(ex);
			}
			return null;
		}
		finally {
			if (connection == null) {
				replica.returned();
			}
		}
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

	/**
	 * Who must find his own write is not sent to a stale replica while the primary
	 * answers, and not counted: such reads are no more than the writes before them.
	 */
	private Connection fallback(long token, Reason reason) throws SQLException {
		List<SQLException> failures = new ArrayList<>();
		Connection connection = null;
		if (reason == Reason.UNMET_TOKEN) {
			this.sampler.needed(token);
			connection = tryPrimary(token, reason, () -> {
			}, failures);
		}
		else if (this.settings.fallback() == Fallback.PRIMARY) {
			connection = tryPrimaryWithinBudget(token, reason, failures);
		}
		if (connection == null && isStaleAllowed()) {
			connection = fromStale(reason);
		}
		if (connection == null && this.settings.fallback() == Fallback.STALE) {
			connection = tryPrimaryWithinBudget(token, reason, failures);
		}
		if (connection != null) {
			return connection;
		}
		this.report.rejected();
		throw nowhere(reason, failures);
	}

	private boolean isStaleAllowed() {
		return switch (this.settings.fallback()) {
			case PRIMARY -> this.settings.onExhausted() == Exhausted.STALE;
			case STALE -> true;
			case FAIL -> false;
		};
	}

	private @Nullable Connection tryPrimaryWithinBudget(long token, Reason reason, List<SQLException> failures) {
		if (!this.budget.take()) {
			return null;
		}
		Connection connection = null;
		try {
			connection = tryPrimary(token, reason, this.budget::giveBack, failures);
			return connection;
		}
		finally {
			if (connection == null) {
				this.budget.giveBack();
			}
		}
	}

	/**
	 * A primary that is known not to answer is not waited for while there is a choice.
	 */
	private @Nullable Connection tryPrimary(long token, Reason reason, Runnable back, List<SQLException> failures) {
		if (this.sampler.isPrimaryGone(token) && isStaleAllowed() && freshest() != null) {
			return null;
		}
		try {
			return fromPrimary(reason, back);
		}
		catch (SQLException ex) {
			failures.add(ex);
			return null;
		}
	}

	/**
	 * What is read there is not to be cached.
	 */
	private @Nullable Connection fromStale(Reason reason) {
		Replica freshest = freshest();
		return (freshest != null) ? borrow(freshest, PrimaryPositions.NEVER, reason) : null;
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
				"No database for a read-only transaction (%s): replicas %s; the primary lends %d of %d to such reads"
					.formatted(reason, states, this.budget.taken(), this.budget.limit()));
		failures.forEach(failure::addSuppressed);
		return failure;
	}

}
