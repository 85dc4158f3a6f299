package io.perfstarter.coherence.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.postgres.PostgresLogSchema;
import io.perfstarter.coherence.postgres.TableTriggers;
import io.perfstarter.coherence.postgres.WatchedTable;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Checks or creates the tables of the invalidation log and the triggers on the tables of
 * the caches.
 *
 * @param dataSource the database
 * @param fanOut receives the names of the caches from which triggers evict
 * @param properties the settings
 */
record DatabaseLogCheck(LogDataSource dataSource, ObjectProvider<LogFanOut> fanOut,
		CoherenceProperties properties) implements LogAccess {

	private static final String SCHEMA = CoherenceProperties.PREFIX + ".log-schema";

	private static final String TRIGGERS = CoherenceProperties.PREFIX + ".triggers";

	private static final Log logger = LogFactory.getLog(DatabaseLogCheck.class);

	private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(3);

	@Override
	public void begin() {
		try (Connection connection = this.dataSource.server().getConnection()) {
			String obstacle = PostgresLogSchema.unfit(connection);
			if (obstacle != null) {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The invalidation log cannot be in this database: %s.".formatted(obstacle),
						"Set '%s' to the name of a DataSource bean of the primary of a PostgreSQL database, or '%s.log' to 'peers'."
							.formatted(LogDataSource.PROPERTY, CoherenceProperties.PREFIX));
			}
			checkTables(connection);
			checkTriggers(connection, this.properties.watchedTables());
		}
		catch (SQLException ex) {
			throw new CannotStartException(HelpPage.COHERENCE,
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
			throw new CannotStartException(HelpPage.COHERENCE,
					"The tables of the invalidation log cannot be used: %s.".formatted(fault), script());
		}
	}

	private void checkTriggers(Connection connection, List<WatchedTable> watched) throws SQLException {
		if (watched.isEmpty() || this.properties.triggers() == LogTriggers.OFF) {
			return;
		}
		if (this.properties.triggers() == LogTriggers.CREATE) {
			createTriggers(connection, watched);
		}
		List<WatchedTable> missing = TableTriggers.missing(connection, watched);
		Set<String> recorded = watched.stream().map(WatchedTable::cache).collect(Collectors.toCollection(TreeSet::new));
		missing.forEach((table) -> recorded.remove(table.cache()));
		this.fanOut.getObject().recordedByDatabase(recorded);
		if (!recorded.isEmpty()) {
			logger.info("These caches are evicted by every statement that changes their tables: "
					+ String.join(", ", recorded));
		}
		if (!missing.isEmpty()) {
			logger.warn(
					"Statements that change these tables do not evict, because a table or trigger is missing, or a trigger differs; execute these statements, or set '%s' to 'create':%n%s"
						.formatted(TRIGGERS, statements(missing)));
		}
	}

	private static void createTriggers(Connection connection, List<WatchedTable> watched) {
		try {
			TableTriggers.create(connection, watched, LOCK_TIMEOUT);
		}
		catch (SQLException ex) {
			throw new CannotStartException(HelpPage.COHERENCE,
					"The triggers of tables under '%s.caches' cannot be created: %s"
						.formatted(CoherenceProperties.PREFIX, ex.getMessage()),
					"Correct the names, or set '%s' to 'validate' and let the owner of the tables execute:%n%n%s"
						.formatted(TRIGGERS, statements(watched)));
		}
	}

	private static String statements(List<WatchedTable> tables) {
		return tables.stream().map(WatchedTable::statement).collect(Collectors.joining(System.lineSeparator()));
	}

	private static String script() {
		return """
				The tables are created by this script, which is the resource '%s', too; or set '%s' to 'create'.

				%s""".formatted(PostgresLogSchema.SCRIPT, SCHEMA, PostgresLogSchema.script());
	}

}
