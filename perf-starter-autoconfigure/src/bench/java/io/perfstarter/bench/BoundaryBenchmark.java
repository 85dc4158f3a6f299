package io.perfstarter.bench;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.boundary.connection.Boundary.RemoteCallCheck;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.support.ApplicationCode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What it costs that witness and account know of a transaction, beside a listener that
 * does nothing; without a database, whose own time would hide it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BoundaryBenchmark {

	private final ConnectionUsages usages = new ConnectionUsages();

	private final Boundary boundary = new Boundary(RemoteCallCheck.WARN, Duration.ofSeconds(2), false, this.usages,
			(name) -> 10, new ApplicationCode(Set.of()));

	private final List<JdbcListener> listeners = List.of(this.usages, this.boundary.connections());

	private final Statement statement = stub(Statement.class, (proxy, method, arguments) -> false);

	private final Connection connection = stub(Connection.class,
			(proxy, method, arguments) -> (method.getReturnType() == Statement.class) ? this.statement : null);

	private static <T> T stub(Class<T> type, InvocationHandler handler) {
		return type
			.cast(Proxy.newProxyInstance(BoundaryBenchmark.class.getClassLoader(), new Class<?>[] { type }, handler));
	}

	@Setup
	public void nameTheTransaction() {
		TransactionSynchronizationManager.setCurrentTransactionName("bench.Work.run");
	}

	@TearDown
	public void close() {
		this.boundary.stop();
	}

	@Benchmark
	public void observedTransaction() throws SQLException {
		run(List.of(Deaf.INSTANCE));
	}

	@Benchmark
	public void trackedTransaction() throws SQLException {
		run(this.listeners);
	}

	private void run(List<JdbcListener> listeners) throws SQLException {
		listeners.forEach((listener) -> listener.requested("pool"));
		try (Connection observed = ObservedConnections.observe(this.connection, "pool", listeners)) {
			observed.setAutoCommit(false);
			observed.createStatement().execute("select 1");
			observed.commit();
		}
	}

	/**
	 * Hears everything and does nothing.
	 */
	private enum Deaf implements JdbcListener {

		/**
		 * The only one.
		 */
		INSTANCE

	}

}
