package io.perfstarter.sample.howto.replica;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * Databases that replicate nothing, so that what is read tells where.
 */
final class NamedDatabases {

	private final String id = UUID.randomUUID().toString();

	/**
	 * Makes a database that knows its name.
	 * @param name its name, and the password of its user
	 * @return its URL
	 */
	String url(String name) {
		String url = "jdbc:h2:mem:%s-%s;DB_CLOSE_DELAY=-1".formatted(this.id, name);
		try (Connection connection = DriverManager.getConnection(url, "reader", name);
				Statement statement = connection.createStatement()) {
			statement.execute("create table server as select '%s' as name".formatted(name));
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		return url;
	}

}
