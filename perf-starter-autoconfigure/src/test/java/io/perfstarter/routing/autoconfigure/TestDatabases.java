package io.perfstarter.routing.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * Databases of H2 that do not replicate anything, so that what is read tells where.
 */
final class TestDatabases {

	/**
	 * Where nobody listens.
	 */
	static final String DEAD = "jdbc:h2:tcp://localhost:1/mem:dead";

	private final String id = UUID.randomUUID().toString();

	/**
	 * Makes a database whose table {@code server} holds its name.
	 */
	String url(String name) {
		String url = "jdbc:h2:mem:%s-%s;DB_CLOSE_DELAY=-1".formatted(this.id, name);
		try (Connection connection = DriverManager.getConnection(url, "sa", "");
				Statement statement = connection.createStatement()) {
			statement.execute("create table if not exists server as select '%s' as name".formatted(name));
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		return url;
	}

}
