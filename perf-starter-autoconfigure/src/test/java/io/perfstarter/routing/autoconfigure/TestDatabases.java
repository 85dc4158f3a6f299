package io.perfstarter.routing.autoconfigure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * H2 databases without replication, so that the result of a read identifies the server.
 */
final class TestDatabases {

	/**
	 * A URL that no server listens on.
	 */
	static final String DEAD = "jdbc:h2:tcp://localhost:1/mem:dead";

	private final String id = UUID.randomUUID().toString();

	/**
	 * Creates a database whose table {@code server} contains its name.
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
