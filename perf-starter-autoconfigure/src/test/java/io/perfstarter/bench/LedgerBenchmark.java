package io.perfstarter.bench;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.reporting.ledger.LedgerFilter;
import io.perfstarter.reporting.ledger.Requests;
import io.perfstarter.reporting.ledger.SlowThresholds;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * What the ledger of a request costs, beside a listener that does nothing; without a
 * database, whose own time would hide it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LedgerBenchmark {

	private static final int FEW = 3;

	private static final int MANY = 300;

	private final Requests requests = new Requests(new SlowThresholds(), () -> 0L, () -> 0L, () -> false, (request) -> {
	});

	private final LedgerFilter filter = new LedgerFilter(this.requests, (request) -> false);

	private final JdbcListener ledger = this.requests.connections();

	private final ResultSet rows = stub(ResultSet.class, (proxy, method, arguments) -> false);

	private final Statement statement = stub(Statement.class,
			(proxy, method, arguments) -> (method.getReturnType() == ResultSet.class) ? this.rows : false);

	private final Connection connection = stub(Connection.class,
			(proxy, method, arguments) -> (method.getReturnType() == Statement.class) ? this.statement : null);

	private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders/7");

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	private final FilterChain few = (current, answer) -> execute(this.ledger, FEW);

	private final FilterChain many = (current, answer) -> execute(this.ledger, MANY);

	private final FilterChain queries = (current, answer) -> query(this.ledger, FEW);

	private static <T> T stub(Class<T> type, InvocationHandler handler) {
		return type
			.cast(Proxy.newProxyInstance(LedgerBenchmark.class.getClassLoader(), new Class<?>[] { type }, handler));
	}

	@Benchmark
	public void observedRequest() throws ServletException {
		execute(Deaf.INSTANCE, FEW);
	}

	@Benchmark
	public void ledgerRequest() throws IOException, ServletException {
		this.filter.doFilter(this.request, this.response, this.few);
	}

	@Benchmark
	@OperationsPerInvocation(MANY)
	public void observedCall() throws ServletException {
		execute(Deaf.INSTANCE, MANY);
	}

	@Benchmark
	@OperationsPerInvocation(MANY)
	public void ledgerCall() throws IOException, ServletException {
		this.filter.doFilter(this.request, this.response, this.many);
	}

	@Benchmark
	public void observedRequestWithRows() throws ServletException {
		query(Deaf.INSTANCE, FEW);
	}

	@Benchmark
	public void ledgerRequestWithRows() throws IOException, ServletException {
		this.filter.doFilter(this.request, this.response, this.queries);
	}

	private void execute(JdbcListener listener, int times) throws ServletException {
		listener.requested("pool");
		try (Connection observed = ObservedConnections.observe(this.connection, "pool", List.of(listener));
				Statement statement = observed.createStatement()) {
			for (int i = 0; i < times; i++) {
				statement.execute("select 1");
			}
		}
		catch (SQLException ex) {
			throw new ServletException(ex);
		}
	}

	private void query(JdbcListener listener, int times) throws ServletException {
		listener.requested("pool");
		try (Connection observed = ObservedConnections.observe(this.connection, "pool", List.of(listener));
				Statement statement = observed.createStatement()) {
			for (int i = 0; i < times; i++) {
				try (ResultSet result = statement.executeQuery("select 1")) {
					result.next();
				}
			}
		}
		catch (SQLException ex) {
			throw new ServletException(ex);
		}
	}

	/**
	 * Hears everything and does nothing.
	 */
	private enum Deaf implements JdbcListener {

		/**
		 * The only one.
		 */
		INSTANCE

	}

}
