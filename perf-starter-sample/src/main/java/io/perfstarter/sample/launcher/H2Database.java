package io.perfstarter.sample.launcher;

import java.sql.SQLException;
import java.util.List;

import io.perfstarter.sample.ticket.ParkingData;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;

/**
 * An in-memory H2 database in the process of the launcher, without a replica. The
 * instances connect over TCP.
 */
final class H2Database implements Database {

	private static final String USER = "sample";

	private final Server server;

	private final String url;

	private H2Database(Server server, String url) {
		this.server = server;
		this.url = url;
	}

	static H2Database start(int port) throws SQLException {
		System.setProperty("h2.bindAddress", "127.0.0.1");
		String name = "mem:parking-%d;DB_CLOSE_DELAY=-1".formatted(port);
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setURL("jdbc:h2:" + name);
		dataSource.setUser(USER);
		ParkingData.create(dataSource);
		Server server = Server.createTcpServer("-tcpPort", Integer.toString(port)).start();
		return new H2Database(server, "jdbc:h2:tcp://localhost:%d/%s".formatted(port, name));
	}

	@Override
	public List<String> arguments() {
		return List.of("--spring.datasource.url=" + this.url, "--spring.datasource.username=" + USER);
	}

	@Override
	public void close() {
		this.server.stop();
	}

}
