package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.support.ResourceUse;
import io.perfstarter.support.SharedResource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Assembles the routing feature. As a shared resource, reports the connections of the
 * replicas that are up, and the number of reads that wait for any server. Before the
 * start no replica is eligible, and reads use the fallback. Thread-safe.
 */
public final class Routing implements MeterBinder, SharedResource, AutoCloseable {

	private static final Log logger = LogFactory.getLog(Routing.class);

	private final Sampler sampler;

	private final Primary primary;

	private final List<Replica> replicas;

	private final ConnectionRouter router;

	private final TransactionFlags flags;

	private final ReadQueue queue = new ReadQueue(System::nanoTime);

	/**
	 * Creates the components without contacting a server.
	 * @param primary the primary
	 * @param replicas the replicas, at least one
	 * @param settings the settings
	 * @param serializable returns whether transactions without an isolation level are
	 * serializable; the primary serves these, because a replica cannot
	 * @param scopes what reads must find
	 */
	public Routing(Server primary, List<Server> replicas, RoutingSettings settings, BooleanSupplier serializable,
			ReadScopes scopes) {
		this.flags = new TransactionFlags(serializable);
		Map<String, PoolSlots> slots = new LinkedHashMap<>();
		Map<String, DataSource> probes = new LinkedHashMap<>();
		for (Server replica : replicas) {
			PoolSlots own = new PoolSlots(replica.size(), this.queue::freed);
			slots.put(replica.name(), own);
			probes.put(replica.name(), new PoolCheckingDataSource(replica, own));
		}
		this.sampler = new Sampler(settings, primary.probe(), probes, System::nanoTime, new Random(), new Changes());
		this.primary = new Primary(primary, scopes, System::nanoTime, this.queue::freed);
		this.replicas = replicas.stream()
			.map((server) -> new Replica(server, this.sampler.watch(server.name()), scopes,
					Objects.requireNonNull(slots.get(server.name()))))
			.toList();
		this.router = new ConnectionRouter(settings, this.primary, this.replicas, this.sampler, scopes, this.flags,
				this.queue, System::nanoTime);
	}

	/**
	 * Returns a target for Spring's lazy connection proxy.
	 * @param readOnly whether it is the target for connections that were set read-only
	 * @return a data source that routes by the current transaction
	 */
	public DataSource side(boolean readOnly) {
		return new RoutedDataSource(readOnly);
	}

	/**
	 * Starts to probe the servers.
	 */
	public void start() {
		this.sampler.start();
	}

	/**
	 * Waits until each server was probed, successfully or not.
	 * @param longest the maximum time to wait
	 */
	public void awaitFirst(Duration longest) {
		this.sampler.awaitFirst(longest);
	}

	/**
	 * Returns the log that converts times of writes to positions and back.
	 */
	PrimaryLog log() {
		return this.sampler;
	}

	/**
	 * Returns a listener to register with one transaction manager.
	 * @param routed whether the manager uses the routed data source
	 * @param onPrimary returns whether the read-only transaction that the current thread
	 * begins must run on the primary, such as because others use its connection later
	 * @return a new listener at each call
	 */
	public TransactionExecutionListener transactions(boolean routed, BooleanSupplier onPrimary) {
		return this.flags.listener(routed, onPrimary);
	}

	/**
	 * Returns whether connections of a data source are routed.
	 * @param dataSource the data source, which may wrap others or choose between them
	 * @return {@code true} also if the data source may use a routed one, or does not show
	 * it
	 */
	public boolean routes(DataSource dataSource) {
		try {
			if (!dataSource.isWrapperFor(AbstractRoutingDataSource.class)) {
				return dataSource.isWrapperFor(RoutedDataSource.class);
			}
			// Checks all targets: isWrapperFor would ask the target of this caller only.
			AbstractRoutingDataSource chooser = dataSource.unwrap(AbstractRoutingDataSource.class);
			return Stream
				.concat(chooser.getResolvedDataSources().values().stream(),
						Stream.ofNullable(chooser.getResolvedDefaultDataSource()))
				.anyMatch(this::routes);
		}
		catch (SQLException | RuntimeException ex) {
			return true;
		}
	}

	/**
	 * Registers the meters, which include all counts so far.
	 * @param registry the registry
	 */
	@Override
	public void bindTo(MeterRegistry registry) {
		new RoutingMeters(registry).bind(this.primary, this.replicas, this.queue, this.router);
	}

	@Override
	public ResourceUse use() {
		int size = sum((replica) -> replica.slots().size());
		double busy = (double) sum((replica) -> replica.slots().acquired()) / Math.max(1, size);
		return new ResourceUse("connections for reads", size, Math.min(1, busy), this.queue.waiting());
	}

	private int sum(ToIntFunction<Replica> figure) {
		return this.replicas.stream()
			.filter((replica) -> replica.watch().state() == ReplicaState.UP)
			.mapToInt(figure)
			.sum();
	}

	/**
	 * Returns the current state of all servers.
	 * @return the state
	 */
	public RoutingStatus status() {
		return new RoutingStatus(
				new RoutingStatus.Primary(this.sampler.primary().answers(), this.primary.counts().byReason(),
						this.primary.budget().acquired(), this.primary.budget().limit(),
						this.sampler.primary().lastError()),
				this.replicas.stream().map(Routing::status).toList(), this.router.rejected().sum());
	}

	private static RoutingStatus.Member status(Replica replica) {
		return new RoutingStatus.Member(replica.server().name(), replica.watch().state(), replica.watch().lag(),
				replica.counts().byReason(), replica.slots().acquired(), replica.slots().size(),
				replica.watch().lastError());
	}

	/**
	 * Stops probing and ends all waits for a connection. The caller closes the pools.
	 */
	@Override
	public void close() {
		this.queue.close();
		this.sampler.close();
	}

	/**
	 * Logs state changes of the servers and notifies waiting reads.
	 */
	private final class Changes implements RoutingListener {

		@Override
		public void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
			log(name, before, now, error);
			withReplica(name, (replica) -> replica.changed(now));
			Routing.this.queue.changed();
		}

		private static void log(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
			switch (now) {
				case UP -> logger.info("Replica '%s' is up and serves reads".formatted(name));
				case UNKNOWN -> logger.debug("Replica '%s' was not probed yet".formatted(name));
				case LATE ->
					logger.warn("Replica '%s' excluded by 'perf-starter.routing.lag.max': %s".formatted(name, error));
				case DOWN -> logger.warn("Replica '%s' is %s: %s%s".formatted(name,
						(before == now) ? "still down, now because of" : "down", error, remedy(name, error)));
				case WRITABLE ->
					logger.warn(("Replica '%s' excluded: the server accepts writes, so it is not a replica. "
							+ "Check 'perf-starter.routing.replicas.%s.url'")
						.formatted(name, name));
				case FOREIGN -> logger
					.warn(("Replica '%s' excluded: it belongs to a different cluster or database than the primary. "
							+ "Check 'perf-starter.routing.replicas.%s.url'")
						.formatted(name, name));
			}
		}

		private static String remedy(String name, @Nullable String error) {
			// Some errors name a setting.
			return (error != null && error.contains("'perf-starter.routing.")) ? ""
					: ". If this is the wrong server, check the properties under 'perf-starter.routing.replicas.%s'"
						.formatted(name);
		}

		@Override
		public void horizonMoved() {
			Routing.this.queue.changed();
		}

		@Override
		public void replicaFailed(String name, Throwable failure) {
			if (ConnectionLoss.isUnresponsive(failure)) {
				withReplica(name, Replica::unresponsive);
			}
		}

		private void withReplica(String name, Consumer<Replica> action) {
			Routing.this.replicas.stream().filter((replica) -> replica.server().name().equals(name)).forEach(action);
		}

		@Override
		public void primaryChanged(boolean answering, @Nullable String error) {
			if (answering) {
				logger.info("The primary is reachable");
			}
			else {
				logger.warn("The primary is unreachable; replicas continue to serve reads: " + error);
			}
			Routing.this.queue.changed();
		}

	}

	/**
	 * A target of Spring's lazy connection proxy. Asks the router for connections, and
	 * passes all other calls to the primary's pool.
	 */
	private final class RoutedDataSource extends DelegatingDataSource {

		private final boolean readOnly;

		RoutedDataSource(boolean readOnly) {
			super(Routing.this.primary.server().pool());
			this.readOnly = readOnly;
		}

		@Override
		public Connection getConnection() throws SQLException {
			return Routing.this.router.connection(this.readOnly);
		}

	}

}
