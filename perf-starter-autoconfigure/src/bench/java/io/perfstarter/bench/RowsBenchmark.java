package io.perfstarter.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * What a query with rows of ten columns costs, from the borrowed connection to its
 * return, in an application with the starter as it is by default, beside a plain pool.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowsBenchmark {

	@Benchmark
	public long plainRead(Plain reader) throws SQLException {
		return reader.read();
	}

	@Benchmark
	public long observedRead(Observed reader) throws SQLException {
		return reader.read();
	}

	/**
	 * Reads the first rows of a table.
	 */
	@State(Scope.Benchmark)
	public abstract static class Reader {

		private static final int COLUMNS = 10;

		private static final String H2 = "jdbc:h2:mem:rows";

		private static final String TABLE = """
				create table wide (a bigint primary key, b bigint, c bigint, d bigint, e bigint,
				f varchar(20), g varchar(20), h varchar(20), i varchar(20), j varchar(20))""";

		private static final String ROWS = """
				insert into wide select n, n, n, n, n, 'name ' || n, 'name ' || n, 'name ' || n, 'name ' || n, 'name ' || n
				from %s""";

		@Param({ "h2", "postgresql" })
		public String database;

		@Param({ "1", "50", "1000", "10000" })
		public int rows;

		private @Nullable EmbeddedPostgres postgres;

		private DataSource pool;

		@Setup
		public void open() throws IOException, SQLException {
			if (this.database.equals("h2")) {
				this.pool = pool(H2, "sa");
				create("system_range(1, 10000) as numbers(n)");
			}
			else {
				this.postgres = EmbeddedPostgres.start();
				this.pool = pool(this.postgres.getJdbcUrl("postgres", "postgres"), "postgres");
				create("generate_series(1, 10000) n");
			}
		}

		private void create(String numbers) throws SQLException {
			try (Connection connection = this.pool.getConnection();
					Statement statement = connection.createStatement()) {
				statement.execute(TABLE);
				statement.execute(ROWS.formatted(numbers));
			}
		}

		/** Opens the pool whose connections read. */
		abstract DataSource pool(String url, String user);

		abstract void closePool();

		@TearDown
		public void close() throws IOException {
			closePool();
			if (this.postgres != null) {
				this.postgres.close();
			}
		}

		long read() throws SQLException {
			long sum = 0;
			try (Connection connection = this.pool.getConnection();
					PreparedStatement statement = connection.prepareStatement("select * from wide where a <= ?")) {
				statement.setLong(1, this.rows);
				try (ResultSet results = statement.executeQuery()) {
					while (results.next()) {
						for (int column = 1; column <= COLUMNS / 2; column++) {
							sum += results.getLong(column);
							sum += results.getString(COLUMNS / 2 + column).length();
						}
					}
				}
			}
			return sum;
		}

	}

	/**
	 * Reads with a pool of HikariCP alone.
	 */
	@State(Scope.Benchmark)
	public static class Plain extends Reader {

		private HikariDataSource pool;

		@Override
		DataSource pool(String url, String user) {
			HikariConfig config = new HikariConfig();
			config.setJdbcUrl(url);
			config.setUsername(user);
			this.pool = new HikariDataSource(config);
			return this.pool;
		}

		@Override
		void closePool() {
			this.pool.close();
		}

	}

	/**
	 * Reads with the pool of an application.
	 */
	@State(Scope.Benchmark)
	public static class Observed extends Reader {

		private ConfigurableApplicationContext application;

		@Override
		DataSource pool(String url, String user) {
			this.application = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.properties("spring.main.banner-mode=off", "spring.datasource.url=" + url,
						"spring.datasource.username=" + user)
				.run();
			return this.application.getBean(DataSource.class);
		}

		@Override
		void closePool() {
			this.application.close();
		}

	}

	/**
	 * An application with JDBC and the starter.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ServiceMain.Selector.class)
	static class Application {

	}

}
