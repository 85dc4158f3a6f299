package io.perfstarter.routing;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecutionListener;

/**
 * The parts of routing, put together. Thread-safe; until it is started no replica is
 * known to be fit, and reads go where they go when none is.
 */
public final class Routing implements MeterBinder, AutoCloseable {

	private final Sampler sampler;

	private final Primary primary;

	private final List<Replica> replicas;

	private final ConnectionRouter router;

	private final TransactionFlags flags = new TransactionFlags();

	private final ReadScopes scopes = new ReadScopes();

	private final ReplicaReads reads = new ReplicaReads();

	private final ReadQueue queue = new ReadQueue(System::nanoTime);

	private final Duration window;

	private final DataSource primarySide;

	private final DataSource readOnlySide;

	/**
	 * Takes the servers, of which nothing is asked yet.
	 * @param primary the primary
	 * @param replicas the replicas, at least one
	 * @param settings how to decide
	 */
	public Routing(Server primary, List<Server> replicas, RoutingSettings settings) {
		this.window = settings.window();
		this.sampler = new Sampler(settings, primary, replicas, System::nanoTime, new Random(), new Changes());
		WriteRefusal refusals = new WriteRefusal(primary.name());
		Places places = new Places(primary.size(), this.queue::freed);
		this.primary = new Primary(primary, this.scopes, System::nanoTime, refusals, places,
				new PrimaryBudget(settings.maxPrimaryShare(), primary.poolSize(), places));
		this.replicas = replicas.stream()
			.map((server) -> new Replica(server, this.sampler.watch(server), this.reads, refusals,
					new Places(server.size(), this.queue::freed)))
			.toList();
		ReplicaChoice choice = new ReplicaChoice(this.replicas, (bound) -> ThreadLocalRandom.current().nextInt(bound));
		this.router = new ConnectionRouter(settings, this.primary, this.replicas, choice, this.sampler, this.scopes,
				this.flags, this.queue, System::nanoTime);
		this.primarySide = new RoutedDataSource(primary.pool(), this.router, false);
		this.readOnlySide = new RoutedDataSource(primary.pool(), this.router, true);
	}

	/**
	 * What Spring's lazy proxy takes for its target.
	 * @return gives a connection of a server that suits the transaction
	 */
	public DataSource primarySide() {
		return this.primarySide;
	}

	/**
	 * What Spring's lazy proxy takes for its read-only target.
	 * @return the same for a connection that was set read-only
	 */
	public DataSource readOnlySide() {
		return this.readOnlySide;
	}

	/**
	 * What every transaction manager has to tell of its transactions.
	 * @return hears of each begin and end
	 */
	public TransactionExecutionListener transactions() {
		return this.flags;
	}

	/**
	 * The moment for which a value is known to be true that the calling thread has read
	 * since {@code loadedAt}: that, unless it was read from a replica that lags behind.
	 * @param loadedAt when the reads began, by {@link System#nanoTime()}
	 * @return the moment, {@link Long#MIN_VALUE} if it is not known
	 */
	public long knownAt(long loadedAt) {
		return this.reads.knownAt(loadedAt);
	}

	ReadScopes scopes() {
		return this.scopes;
	}

	Duration window() {
		return this.window;
	}

	/**
	 * Starts to ask the servers how far they are.
	 */
	public void start() {
		this.sampler.start();
	}

	/**
	 * Waits until each server was asked once.
	 * @param limit the longest time to wait
	 */
	public void awaitFirst(Duration limit) {
		this.sampler.awaitFirst(limit);
	}

	/**
	 * Shows in meters what it does, also what it has done so far.
	 * @param registry where
	 */
	@Override
	public void bindTo(MeterRegistry registry) {
		new RoutingMeters(registry).bind(this.primary, this.replicas, this.queue, this.router.rejected());
	}

	/**
	 * What is known at the moment.
	 * @return the state
	 */
	public RoutingStatus status() {
		return new RoutingStatus(
				new RoutingStatus.Primary(this.sampler.primaryAnswers(), this.primary.lent().byReason(),
						this.primary.budget().taken(), this.primary.budget().limit(), this.sampler.primaryError()),
				this.replicas.stream().map(Routing::status).toList(), this.router.rejected().sum());
	}

	private static RoutingStatus.Member status(Replica replica) {
		return new RoutingStatus.Member(replica.server().name(), replica.watch().state(), replica.watch().lag(),
				replica.lent().byReason(), replica.places().taken(), replica.server().poolSize(),
				replica.watch().lastError());
	}

	/**
	 * Asks no server any more, and lets no read wait; the pools are the caller's to
	 * close.
	 */
	@Override
	public void close() {
		this.queue.close();
		this.sampler.close();
	}

	/**
	 * Says in the log what becomes of the servers, and lets the reads know.
	 */
	private final class Changes implements RoutingListener {

		private final RoutingLog log = new RoutingLog();

		@Override
		public void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
			this.log.replicaChanged(name, before, now, error);
			Routing.this.queue.changed();
		}

		@Override
		public void replicaFailed(String name, Throwable failure) {
			if (ConnectionLoss.isSilence(failure)) {
				Routing.this.replicas.stream()
					.filter((replica) -> replica.server().name().equals(name))
					.forEach(Replica::breakOff);
			}
		}

		@Override
		public void primaryChanged(boolean answering, @Nullable String error) {
			this.log.primaryChanged(answering, error);
			Routing.this.queue.changed();
		}

	}

}
