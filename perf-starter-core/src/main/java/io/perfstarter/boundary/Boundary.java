package io.perfstarter.boundary;

import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.remote.RemoteCallListener;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;

/**
 * The parts of the witness and the account, put together. Thread-safe.
 */
public final class Boundary implements AutoCloseable {

	private final BoundaryMeters meters = new BoundaryMeters();

	private final ConnectionAccount account;

	private final HeldConnections connections;

	private final RemoteCallWitness witness;

	private final IdleWatch watch;

	/**
	 * Puts the parts together.
	 * @param settings what is done about what is found
	 * @param poolSizes knows how many connections a pool may have, by its name
	 */
	public Boundary(BoundarySettings settings, ToIntFunction<String> poolSizes) {
		LongSupplier clock = System::nanoTime;
		this.account = new ConnectionAccount(poolSizes, clock, Runtime.getRuntime().availableProcessors(),
				this.meters::add);
		this.connections = new HeldConnections(this.account, clock, new ThreadCpuTime());
		this.witness = new RemoteCallWitness(this.connections, settings.remoteCalls(), clock);
		this.watch = new IdleWatch(this.connections, settings.idleConnectionThreshold().toNanos(), clock);
	}

	/**
	 * Advice for the methods that are annotated with {@link AllowRemoteCall}.
	 * @return the advisor
	 */
	public static Advisor allowRemoteCallAdvisor() {
		return new DefaultPointcutAdvisor(AllowedRemoteCalls.pointcut(), new AllowedRemoteCalls());
	}

	/**
	 * Starts to look for connections that are held and not used.
	 */
	public void start() {
		this.watch.start();
	}

	/**
	 * What has to hear of all connections.
	 * @return the listener
	 */
	public JdbcListener connections() {
		return this.connections;
	}

	/**
	 * What has to hear of all remote calls.
	 * @return the listener
	 */
	public RemoteCallListener remoteCalls() {
		return this.witness;
	}

	/**
	 * The account as meters.
	 * @return the binder
	 */
	public MeterBinder meters() {
		return this.meters;
	}

	/**
	 * The account.
	 * @return what was counted since the start
	 */
	public BoundaryStatus status() {
		return this.account.status();
	}

	/**
	 * Looks no more.
	 */
	@Override
	public void close() {
		this.watch.close();
	}

}
