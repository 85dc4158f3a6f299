package io.perfstarter.boundary.connection;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.boundary.AllowRemoteCall;
import io.perfstarter.boundary.RemoteCallInTransactionException;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.support.ApplicationCode;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.context.SmartLifecycle;

/**
 * Assembles the boundary feature: the detection of remote calls and idle time while a
 * connection is held, and the usage statistics of connections. The check for idle
 * connections starts after all singletons, so that an earlier failure of the start leaves
 * no thread behind. Thread-safe: a registry gets the meters of a method once, even if
 * registry and method are added at the same time.
 */
public final class Boundary implements MeterBinder, SmartLifecycle {

	private static final Log logger = LogFactory.getLog(Boundary.class);

	private static final String METERS = "perf.starter.boundary.";

	private final RemoteCallCheck check;

	private final Duration threshold;

	private final boolean repositoryTransactions;

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	private final List<MethodStatistics> methods = new CopyOnWriteArrayList<>();

	private final ConnectionStatistics statistics;

	private final RemoteCallDetector detector;

	private final IdleConnectionMonitor monitor;

	/**
	 * Creates the components without starting the check for idle connections.
	 * @param check the reaction to a remote call during which a connection is held
	 * @param threshold how long a connection may be held without a statement before it is
	 * logged; must be positive
	 * @param repositoryTransactions whether repository methods without a declared
	 * transaction get one; only logged
	 * @param usages the borrowed connections
	 * @param poolSizes returns the maximum size of a pool by its name, 0 if unknown
	 * @param application finds the source lines that messages name
	 */
	public Boundary(RemoteCallCheck check, Duration threshold, boolean repositoryTransactions, ConnectionUsages usages,
			ToIntFunction<String> poolSizes, ApplicationCode application) {
		this.check = check;
		this.threshold = threshold;
		this.repositoryTransactions = repositoryTransactions;
		this.statistics = new ConnectionStatistics(poolSizes, System::nanoTime,
				Runtime.getRuntime().availableProcessors(), this::add);
		this.detector = new RemoteCallDetector(usages, check, application);
		this.monitor = new IdleConnectionMonitor(usages, threshold.toNanos(), application);
	}

	/**
	 * Returns the advisor for methods annotated with {@link AllowRemoteCall}.
	 * @return the advisor
	 */
	public static Advisor allowRemoteCallAdvisor() {
		return new DefaultPointcutAdvisor(AllowedRemoteCalls.pointcut(), new AllowedRemoteCalls());
	}

	@Override
	public void start() {
		this.monitor.start();
		logger.info(
				"Boundary: remote calls while a connection is held: %s; connections held without a statement for %s are logged; repository methods that declare no transaction get %s"
					.formatted(this.check.name().toLowerCase(Locale.ROOT), this.threshold,
							this.repositoryTransactions ? "one" : "none"));
	}

	@Override
	public void stop() {
		this.monitor.stop();
	}

	@Override
	public boolean isRunning() {
		return this.monitor.isRunning();
	}

	/**
	 * Starts before all other lifecycle beans and stops after them, because they use
	 * connections, too.
	 */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
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
	 * Returns the usage statistics.
	 * @return the statistics since the start
	 */
	public BoundaryStatus status() {
		return this.statistics.status();
	}

	/**
	 * Publishes the usage statistics as meters.
	 */
	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		this.methods.forEach((method) -> register(method, registry));
	}

	private void add(MethodStatistics method) {
		this.methods.add(method);
		this.registries.forEach((registry) -> register(method, registry));
	}

	private static void register(MethodStatistics method, MeterRegistry registry) {
		FunctionTimer
			.builder(METERS + "held", method, MethodStatistics::holds, (held) -> held.sums().held(),
					TimeUnit.NANOSECONDS)
			.description("Time for which transactional methods held a connection")
			.tag("method", method.method())
			.tag("pool", method.pool())
			.register(registry);
		FunctionTimer
			.builder(METERS + "used", method, (used) -> used.sums().statements(), (used) -> used.sums().used(),
					TimeUnit.NANOSECONDS)
			.description("Time for which transactional methods executed statements")
			.tag("method", method.method())
			.tag("pool", method.pool())
			.register(registry);
		FunctionCounter.builder(METERS + "remote.calls", method, (calling) -> calling.sums().remoteCalls())
			.description("Remote calls made while a connection was held")
			.baseUnit("calls")
			.tag("method", method.method())
			.tag("pool", method.pool())
			.register(registry);
	}

	/**
	 * The reaction to a remote call during which a connection is held.
	 */
	public enum RemoteCallCheck {

		/**
		 * Only count the call.
		 */
		OFF,

		/**
		 * Log a warning, once for each method, target and line.
		 */
		WARN,

		/**
		 * Throw {@link RemoteCallInTransactionException} before anything is sent.
		 */
		FAIL

	}

}
