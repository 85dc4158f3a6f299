package io.perfstarter.bench;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.routing.connection.ReadScopes;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingSettings;
import io.perfstarter.routing.connection.RoutingSettings.Exhausted;
import io.perfstarter.routing.connection.RoutingSettings.Fallback;
import io.perfstarter.routing.connection.RoutingSettings.ReadYourWrites;
import io.perfstarter.routing.connection.Server;
import io.perfstarter.support.WaitListener;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a read-only transaction costs on a replica, beside one of the same database
 * through Spring's lazy proxy alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RoutingBenchmark {

	private static final RoutingSettings SETTINGS = new RoutingSettings(Duration.ofSeconds(5), Duration.ofSeconds(60),
			Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(2), ReadYourWrites.WINDOW, Fallback.FAIL,
			Exhausted.FAIL);

	private final HikariDataSource primary = pool("primary");

	private final HikariDataSource replica = pool("replica");

	private final Routing routing = routing(this.replica);

	private final Routing decisions = routing(new NoDatabase());

	private final Reader lazy = new Reader(lazy(this.primary, null), null);

	private final Reader routed = new Reader(lazy(this.routing.side(false), this.routing.side(true)), this.routing);

	private static HikariDataSource pool(String name) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl("jdbc:h2:mem:" + name);
		config.setPoolName(name);
		return new HikariDataSource(config);
	}

	private Routing routing(DataSource replica) {
		return new Routing(server("primary", this.primary, this.primary),
				List.of(server("replica", replica, this.replica)), SETTINGS, () -> false, new ReadScopes());
	}

	private static Server server(String name, DataSource pool, DataSource probe) {
		return new Server(name, pool, () -> 10, Duration.ZERO, WaitListener.NONE, probe);
	}

	private static DataSource lazy(DataSource target, DataSource readOnly) {
		LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy();
		lazy.setDefaultAutoCommit(true);
		lazy.setDefaultTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		lazy.setTargetDataSource(target);
		if (readOnly != null) {
			lazy.setReadOnlyDataSource(readOnly);
		}
		return lazy;
	}

	@Setup
	public void start() throws SQLException {
		for (Routing each : List.of(this.routing, this.decisions)) {
			each.start();
			each.awaitFirst(Duration.ofSeconds(10));
		}
		if (!this.routed.database().endsWith("REPLICA")) {
			throw new IllegalStateException("Not the replica: " + this.routed.database());
		}
		this.decisions.side(true).getConnection().close();
	}

	@TearDown
	public void close() {
		this.routing.close();
		this.decisions.close();
		this.primary.close();
		this.replica.close();
	}

	@Benchmark
	public Object lazyReadOnlyTransaction() {
		return this.lazy.read();
	}

	@Benchmark
	public Object routedReadOnlyTransaction() {
		return this.routed.read();
	}

	@Benchmark
	public void decision() throws SQLException {
		this.decisions.side(true).getConnection().close();
	}

	/**
	 * Reads in transactions.
	 */
	private static final class Reader {

		private final TransactionTemplate transactions;

		private final JdbcTemplate template;

		private Reader(DataSource dataSource, Routing routing) {
			JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
			if (routing != null) {
				manager.setTransactionExecutionListeners(List.of(routing.transactions(true, () -> false)));
			}
			this.transactions = new TransactionTemplate(manager);
			this.transactions.setReadOnly(true);
			this.template = new JdbcTemplate(dataSource);
		}

		private Object read() {
			return this.transactions.execute((status) -> this.template.queryForObject("select 1", Integer.class));
		}

		private String database() {
			return this.transactions.execute((status) -> this.template.queryForObject("call database()", String.class));
		}

	}

	/**
	 * Lends one connection that does nothing.
	 */
	private static final class NoDatabase extends AbstractDataSource {

		private final Connection connection = (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> null);

		@Override
		public Connection getConnection() {
			return this.connection;
		}

		@Override
		public Connection getConnection(String username, String password) {
			return this.connection;
		}

	}

}
