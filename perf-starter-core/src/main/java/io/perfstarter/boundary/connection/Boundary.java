package io.perfstarter.boundary.connection;

import java.util.function.ToIntFunction;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.boundary.AllowRemoteCall;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.support.ApplicationCode;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;

/**
 * Assembles the boundary feature: the detection of remote calls and idle time while a
 * connection is held, and the usage statistics of connections. Thread-safe.
 */
public final class Boundary implements MeterBinder, AutoCloseable {

	private final BoundaryMeters meters = new BoundaryMeters();

	private final ConnectionStatistics statistics;

	private final RemoteCallDetector detector;

	private final IdleConnectionMonitor monitor;

	/**
	 * Creates the components without starting the check for idle connections.
	 * @param settings the settings
	 * @param usages the borrowed connections
	 * @param poolSizes returns the maximum size of a pool by its name, 0 if unknown
	 * @param application the code whose lines findings name
	 */
	public Boundary(BoundarySettings settings, ConnectionUsages usages, ToIntFunction<String> poolSizes,
			ApplicationCode application) {
		this.statistics = new ConnectionStatistics(poolSizes, System::nanoTime,
				Runtime.getRuntime().availableProcessors(), this.meters::add);
		this.detector = new RemoteCallDetector(usages, settings.remoteCalls(), application);
		this.monitor = new IdleConnectionMonitor(usages, settings.idleConnectionThreshold().toNanos(), application);
	}

	/**
	 * Returns the advisor for methods annotated with {@link AllowRemoteCall}.
	 * @return the advisor
	 */
	public static Advisor allowRemoteCallAdvisor() {
		return new DefaultPointcutAdvisor(AllowedRemoteCalls.pointcut(), new AllowedRemoteCalls());
	}

	/**
	 * Starts the periodic check for connections that are held but not used.
	 */
	public void start() {
		this.monitor.start();
	}

	/**
	 * Returns whether idle connections are checked.
	 * @return {@code true} between start and close
	 */
	public boolean isRunning() {
		return this.monitor.isRunning();
	}

	/**
	 * Returns the listener to register for all connections.
	 * @return the listener
	 */
	public JdbcListener connections() {
		return this.statistics;
	}

	/**
	 * Returns the listener to register for all remote calls.
	 * @return the listener
	 */
	public RemoteCallListener remoteCalls() {
		return this.detector;
	}

	/**
	 * Publishes the usage statistics as meters.
	 */
	@Override
	public void bindTo(MeterRegistry registry) {
		this.meters.bindTo(registry);
	}

	/**
	 * Returns the usage statistics.
	 * @return the statistics since the start
	 */
	public BoundaryStatus status() {
		return this.statistics.status();
	}

	/**
	 * Stops the check for idle connections until the next start.
	 */
	@Override
	public void close() {
		this.monitor.close();
	}

}
