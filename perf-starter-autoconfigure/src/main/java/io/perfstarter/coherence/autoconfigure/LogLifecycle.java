package io.perfstarter.coherence.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.postgres.PostgresLogSchema;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Checks or creates the tables of the invalidation log, and reads it from before the
 * first until after the last request, if it is needed.
 */
class LogLifecycle implements SmartLifecycle {

	private static final String SCHEMA = CoherenceProperties.PREFIX + ".log-schema";

	private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

	private final LogFanOut fanOut;

	private final LogDataSource dataSource;

	private final ObjectProvider<FanOutDemand> demand;

	private final CoherenceProperties properties;

	LogLifecycle(LogFanOut fanOut, LogDataSource dataSource, ObjectProvider<FanOutDemand> demand,
			CoherenceProperties properties) {
		this.fanOut = fanOut;
		this.dataSource = dataSource;
		this.demand = demand;
		this.properties = properties;
	}

	@Override
	public int getPhase() {
		return FanOutLifecycle.START;
	}

	@Override
	public void start() {
		if (this.demand.stream().anyMatch(FanOutDemand::present)) {
			checkDatabase();
			this.fanOut.start();
		}
	}

	private void checkDatabase() {
		try (Connection connection = this.dataSource.server().getConnection()) {
			String obstacle = PostgresLogSchema.unfit(connection);
			if (obstacle != null) {
				throw new CoherenceCannotStartException(
						"The invalidation log cannot be in this database: %s.".formatted(obstacle),
						"Set '%s' to the name of a DataSource bean of the primary of a PostgreSQL database, or '%s.log' to 'peers'."
							.formatted(LogDataSource.PROPERTY, CoherenceProperties.PREFIX));
			}
			checkTables(connection);
		}
		catch (SQLException ex) {
			throw new CoherenceCannotStartException(
					"The database of the invalidation log cannot be used: %s".formatted(ex.getMessage()),
					"Check the database and the rights of the user. " + script());
		}
	}

	private void checkTables(Connection connection) throws SQLException {
		if (this.properties.logSchema() == LogSchema.CREATE) {
			PostgresLogSchema.create(connection, LOCK_TIMEOUT);
		}
		String fault = PostgresLogSchema.fault(connection);
		if (fault != null) {
			throw new CoherenceCannotStartException("The tables of the invalidation log cannot be used: %s.".formatted(fault),
					script());
		}
	}

	private static String script() {
		return """
				The tables are created by this script, which is the resource '%s', too; or set '%s' to 'create'.

				%s""".formatted(PostgresLogSchema.SCRIPT, SCHEMA, PostgresLogSchema.script());
	}

	@Override
	public void stop() {
		this.fanOut.stop();
	}

	@Override
	public boolean isRunning() {
		return this.fanOut.isRunning();
	}

}
