package io.perfstarter.sample.ticket;

import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Records the database of each statement in the response headers, for connections from
 * any source.
 */
class WitnessJdbcTemplate extends JdbcTemplate {

	private final String replicaUrl;

	WitnessJdbcTemplate(DataSource dataSource, String replicaUrl) {
		super(dataSource);
		this.replicaUrl = replicaUrl;
	}

	@Override
	protected void applyStatementSettings(Statement statement) throws SQLException {
		super.applyStatementSettings(statement);
		String url = statement.getConnection().getMetaData().getURL();
		boolean replica = !this.replicaUrl.isEmpty() && url.startsWith(this.replicaUrl);
		AnswerHeaders.database(replica ? "replica" : "primary");
	}

}
