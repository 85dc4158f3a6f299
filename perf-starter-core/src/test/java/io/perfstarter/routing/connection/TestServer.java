package io.perfstarter.routing.connection;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A server with an H2 database of its own and a pool that can fail or be exhausted.
 */
final class TestServer extends DelegatingDataSource {

	private final String name;

	private final int size;

	/**
	 * The values passed to {@code setReadOnly}, which H2 does not store.
	 */
	final List<Boolean> readOnly = new CopyOnWriteArrayList<>();

	final List<String> waits = new CopyOnWriteArrayList<>();

	Duration timeout = Duration.ofMillis(500);

	volatile boolean failing;

	/**
	 * Whether a borrowed connection cannot be used or closed any more.
	 */
	volatile boolean breaking;

	/**
	 * Called while a borrowed connection is aborted.
	 */
	volatile Runnable aborting = () -> {
	};

	/**
	 * Called while a connection is borrowed.
	 */
	volatile Runnable borrowing = () -> {
	};

	final AtomicInteger refused = new AtomicInteger();

	private volatile boolean down;

	TestServer(String name, int size) {
		super(database(name));
		this.name = name;
		this.size = size;
	}

	private static DataSource database(String name) {
		JdbcDataSource database = new JdbcDataSource();
		database.setURL("jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(name));
		return database;
	}

	Server server() {
		return new Server(this.name, this, () -> this.size, this.timeout, this::waiting,
				new DelegatingDataSource(database(this.name)) {

					@Override
					public Connection getConnection() throws SQLException {
						if (TestServer.this.down) {
							throw refusal();
						}
						return super.getConnection();
					}

				});
	}

	/**
	 * Ends all connections and refuses new ones.
	 */
	void stop() throws SQLException {
		this.failing = true;
		this.down = true;
		try (Connection connection = super.getConnection()) {
			connection.createStatement().execute("shutdown");
		}
	}

	private SQLException refusal() {
		return new SQLException("Connection refused by " + this.name, "08001");
	}

	@Override
	public Connection getConnection() throws SQLException {
		if (this.failing) {
			this.refused.incrementAndGet();
			throw refusal();
		}
		Connection connection = super.getConnection();
		this.borrowing.run();
		return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, arguments) -> {
					if (this.breaking) {
						throw new IllegalStateException("planted");
					}
					if (method.getName().equals("abort")) {
						this.aborting.run();
					}
					if (method.getName().equals("setReadOnly")) {
						this.readOnly.add((Boolean) arguments[0]);
					}
					return method.invoke(connection, arguments);
				});
	}

	private Runnable waiting() {
		this.waits.add("begins");
		return () -> this.waits.add("ends");
	}

}
