package io.perfstarter.routing.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * A server whose positions are not asked for, and that can fail and hang.
 */
final class FakeServer {

	final AtomicInteger opened = new AtomicInteger();

	final AtomicInteger closed = new AtomicInteger();

	final AtomicInteger answers = new AtomicInteger();

	volatile boolean broken;

	volatile boolean full;

	/**
	 * What a PostgreSQL server answers, {@code null} for another database.
	 */
	volatile @Nullable Boolean standby;

	volatile int isolation = Connection.TRANSACTION_READ_COMMITTED;

	private volatile CountDownLatch connecting = new CountDownLatch(0);

	private volatile CountDownLatch answering = new CountDownLatch(0);

	DataSource dataSource() {
		return proxy(DataSource.class, (proxy, method, arguments) -> switch (method.getName()) {
			case "getConnection" -> connect();
			case "setLoginTimeout" -> throw new UnsupportedOperationException();
			default -> throw new AssertionError(method);
		});
	}

	private Connection connect() throws Exception {
		this.connecting.await();
		if (this.full) {
			throw new SQLException("Too many clients", "53300");
		}
		failIfBroken();
		this.opened.incrementAndGet();
		AtomicBoolean open = new AtomicBoolean(true);
		DatabaseMetaData metaData = proxy(DatabaseMetaData.class,
				(proxy, method, arguments) -> (this.standby != null) ? "PostgreSQL" : "Fake");
		return proxy(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
			case "getMetaData" -> metaData;
			case "getAutoCommit" -> true;
			case "getTransactionIsolation" -> this.isolation;
			case "setTransactionIsolation" -> {
				this.isolation = (int) arguments[0];
				yield null;
			}
			case "isValid" -> isValid();
			case "createStatement" -> statement();
			case "abort", "setNetworkTimeout" -> null;
			case "close" -> {
				if (open.getAndSet(false)) {
					this.closed.incrementAndGet();
				}
				yield null;
			}
			default -> throw new AssertionError(method);
		});
	}

	private Statement statement() {
		ResultSet row = proxy(ResultSet.class, (proxy, method, arguments) -> switch (method.getName()) {
			case "next" -> true;
			case "getBoolean" -> this.standby;
			default -> null;
		});
		return proxy(Statement.class,
				(proxy, method, arguments) -> method.getName().equals("executeQuery") ? row : null);
	}

	private boolean isValid() throws Exception {
		this.answering.await();
		failIfBroken();
		this.answers.incrementAndGet();
		return true;
	}

	private void failIfBroken() throws SQLException {
		if (this.broken) {
			throw new SQLException("It is broken", "08006");
		}
	}

	private static <T> T proxy(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	CountDownLatch holdConnections() {
		this.connecting = new CountDownLatch(1);
		return this.connecting;
	}

	CountDownLatch holdAnswers() {
		this.answering = new CountDownLatch(1);
		return this.answering;
	}

}
