package io.perfstarter.bench;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.boundary.Boundary;
import io.perfstarter.boundary.BoundarySettings;
import io.perfstarter.boundary.BoundarySettings.RemoteCallCheck;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedPools;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a transaction costs of which the witness and the account know, beside one of which
 * nobody does, and beside one that is observed for nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BoundaryBenchmark {

	private final HikariDataSource pool = pool();

	private final Boundary boundary = new Boundary(new BoundarySettings(RemoteCallCheck.WARN, Duration.ofSeconds(2)),
			(name) -> 10);

	private final Work plain = new Work(this.pool);

	private final Work observed = new Work(
			new ObservedPools(() -> true, () -> List.of(new Deaf())).observe("pool", this.pool));

	private final Work tracked = new Work(
			new ObservedPools(() -> true, () -> List.of(this.boundary.connections())).observe("pool", this.pool));

	private static HikariDataSource pool() {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl("jdbc:h2:mem:boundary");
		return new HikariDataSource(config);
	}

	@TearDown
	public void close() {
		this.boundary.close();
		this.pool.close();
	}

	@Benchmark
	public Object plainTransaction() {
		return this.plain.run();
	}

	@Benchmark
	public Object observedTransaction() {
		return this.observed.run();
	}

	@Benchmark
	public Object trackedTransaction() {
		return this.tracked.run();
	}

	/**
	 * Hears everything and does nothing.
	 */
	private static final class Deaf implements JdbcListener {

	}

	/**
	 * One transaction with one statement.
	 */
	private static final class Work {

		private final TransactionTemplate transactions;

		private final JdbcTemplate template;

		private Work(DataSource dataSource) {
			this.transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
			this.transactions.setName("bench.Work.run");
			this.template = new JdbcTemplate(dataSource);
		}

		private Object run() {
			return this.transactions.execute((status) -> this.template.queryForObject("select 1", Integer.class));
		}

	}

}
