package io.perfstarter.routing.connection;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A replica for tests that rejects writes in read-only transactions as PostgreSQL does,
 * and explains them as routing does.
 */
public class RefusingDataSource extends DelegatingDataSource {

	private volatile boolean refusesCommits;

	private volatile boolean failsCommits;

	public RefusingDataSource(DataSource target) {
		super(target);
	}

	public void refuseCommits() {
		this.refusesCommits = true;
	}

	/**
	 * Fails each commit for another reason.
	 */
	public void failCommits() {
		this.failsCommits = true;
	}

	/**
	 * Returns whether {@link PrimaryRead} applies to the current thread.
	 */
	public static boolean readsFromPrimary() {
		return PrimaryReads.isActive();
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return proxy(Connection.class, (method, arguments) -> {
			if (method.getName().equals("commit")) {
				failCommit();
			}
			Object result = call(connection, method, arguments);
			if (result instanceof PreparedStatement statement) {
				return statement(PreparedStatement.class, statement, (String) arguments[0]);
			}
			return (result instanceof Statement statement) ? statement(Statement.class, statement, "") : result;
		});
	}

	private void failCommit() throws SQLException {
		if (this.refusesCommits) {
			refuse("insert into orders values (1)");
		}
		if (this.failsCommits) {
			throw new SQLException("could not serialize", "40001");
		}
	}

	private <T extends Statement> T statement(Class<T> type, T statement, String prepared) {
		return proxy(type, (method, arguments) -> {
			if (method.getName().startsWith("execute")) {
				refuse((arguments.length > 0) ? (String) arguments[0] : prepared);
			}
			return call(statement, method, arguments);
		});
	}

	private void refuse(String sql) throws SQLException {
		String lower = sql.toLowerCase(Locale.ROOT);
		boolean writes = lower.startsWith("insert") || lower.startsWith("update") || lower.startsWith("delete");
		if (writes && TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
			throw WriteRefusal.explained("r1", sql,
					new SQLException("cannot write in a read-only transaction", "25006"));
		}
	}

	private static <T> T proxy(Class<T> type, Call call) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> call.invoke(method, (arguments != null) ? arguments : new Object[0])));
	}

	private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private interface Call {

		Object invoke(Method method, Object[] arguments) throws Throwable;

	}

}
