package io.perfstarter.warmup.autoconfigure;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.routing.autoconfigure.RoutingAutoConfiguration;
import io.perfstarter.warmup.TaskReport;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.warmup.run.Warmup;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what the warm-up does with pools of connections.
 */
class WarmupJdbcTests {

	private final Count heard = new Count();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JdbcObservationAutoConfiguration.class,
				DataSourceAutoConfiguration.class, WarmupAutoConfiguration.class))
		.withPropertyValues("spring.datasource.hikari.minimum-idle=3", "spring.datasource.generate-unique-name=true")
		.withBean(JdbcListener.class, () -> this.heard)
		.withBean(ConnectingTask.class);

	@Test
	void poolsAreFilledFirst() {
		this.contextRunner.run((context) -> {
			Warmup warmup = context.getBean(Warmup.class);
			warmup.run(null, null);
			assertThat(warmup.report().tasks()).extracting(TaskReport::name).hasSize(2).last().isEqualTo("connecting");
			assertThat(warmup.report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
			assertThat(context.getBean(HikariDataSource.class).getHikariPoolMXBean().getTotalConnections())
				.isGreaterThanOrEqualTo(3);
		});
	}

	@Test
	void aPoolThatHasANameOnlyOnceItIsUsedIsOnePool() {
		this.contextRunner.run((context) -> {
			context.getBean(DataSource.class).getConnection().close();
			Warmup warmup = context.getBean(Warmup.class);
			warmup.run(null, null);
			assertThat(warmup.report().tasks()).extracting(TaskReport::name)
				.containsExactly("pool dataSource", "connecting");
		});
	}

	@Test
	void aReplicaThatIsDownIsNoFailure() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(RoutingAutoConfiguration.class))
			.withPropertyValues("perf-starter.routing.replicas.gone.url=" + NamedDatabases.DEAD)
			.run((context) -> {
				Warmup warmup = context.getBean(Warmup.class);
				warmup.run(null, null);
				assertThat(warmup.report().tasks()).extracting(TaskReport::name)
					.containsExactly("pool dataSource", "connecting");
				assertThat(warmup.report().phase()).isEqualTo(WarmupPhase.SUCCEEDED);
			});
	}

	@Test
	void nobodyHearsOfItsConnections() {
		this.contextRunner.run((context) -> {
			context.getBean(Warmup.class).run(null, null);
			assertThat(this.heard).hasValue(0);
			context.getBean(DataSource.class).getConnection().close();
			assertThat(this.heard).hasValue(1);
		});
	}

	/**
	 * Counts connections.
	 */
	private static final class Count extends AtomicInteger implements JdbcListener {

		@Override
		public void returned(ConnectionUsage lease) {
			incrementAndGet();
		}

	}

	/**
	 * A task that takes a connection.
	 */
	static final class ConnectingTask implements WarmupTask {

		private final DataSource dataSource;

		ConnectingTask(DataSource dataSource) {
			this.dataSource = dataSource;
		}

		@Override
		public String name() {
			return "connecting";
		}

		@Override
		public void warm() throws Exception {
			try (Connection connection = this.dataSource.getConnection()) {
				assertThat(connection.isValid(1)).isTrue();
			}
		}

	}

}
