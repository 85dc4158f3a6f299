package io.perfstarter.howto.security;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * Databases that replicate nothing, so that what is read tells where.
 */
final class Databases {

	private final String id = UUID.randomUUID().toString();

	String url(String name) {
		String url = "jdbc:h2:mem:%s-%s;DB_CLOSE_DELAY=-1".formatted(this.id, name);
		try (Connection connection = DriverManager.getConnection(url, "sa", "");
				Statement statement = connection.createStatement()) {
			statement.execute("create table if not exists server as select '%s' as name, 0 as changes".formatted(name));
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		return url;
	}

}
