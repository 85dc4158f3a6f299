package io.perfstarter.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.reporting.PoolMonitor;
import io.perfstarter.reporting.machine.StopTheWorldClock;
import io.perfstarter.reporting.request.Requests;
import io.perfstarter.reporting.request.SlowThresholds;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.support.ApplicationCode;
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
 * What the reports cost a request: its time breakdown and the watch over pools, beside a
 * listener that does nothing; without a database, whose own time would hide it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimeBreakdownBenchmark {

	private static final int FEW = 3;

	private static final int MANY = 300;

	private static final List<JdbcListener> DEAF = List.of(new JdbcListener() {
	});

	private final StopTheWorldClock stopped = StopTheWorldClock.ofThisJvm();

	private final Requests requests = new Requests(new SlowThresholds(Duration.ofMillis(300), Map.of()), this.stopped,
			() -> 0L, (request) -> {
			}, new ApplicationCode(Set.of()));

	private final PoolMonitor pools = new PoolMonitor(Map::of, this.requests::work, this.stopped, System::nanoTime,
			Clock.systemUTC(), new ApplicationCode(Set.of()));

	private final TimeBreakdownFilter filter = new TimeBreakdownFilter(this.requests, (request) -> false,
			(request) -> "");

	private final ConnectionUsages usages = new ConnectionUsages();

	private final List<JdbcListener> reporting = List.of(this.usages, this.requests.connections(), this.pools);

	private final ResultSet rows = stub(ResultSet.class,
			(proxy, method, arguments) -> (method.getReturnType() == int.class) ? (Object) 0 : false);

	private final Statement statement = stub(Statement.class,
			(proxy, method, arguments) -> (method.getReturnType() == ResultSet.class) ? this.rows : false);

	private final Connection connection = stub(Connection.class,
			(proxy, method, arguments) -> switch (method.getName()) {
				case "createStatement" -> this.statement;
				case "getAutoCommit" -> false;
				default -> null;
			});

	private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders/7");

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	private final FilterChain few = (current, answer) -> execute(this.reporting, FEW);

	private final FilterChain many = (current, answer) -> execute(this.reporting, MANY);

	private final FilterChain queries = (current, answer) -> query(this.reporting, FEW);

	private static <T> T stub(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(TimeBreakdownBenchmark.class.getClassLoader(), new Class<?>[] { type },
				handler));
	}

	/** What a request reads twice, and what the system takes for it. */
	@Benchmark
	public long processorTimeOfThread() {
		return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
	}

	public TimeBreakdownBenchmark() {
		this.usages.exclude(this.stopped::getAsLong);
	}

	@Benchmark
	public void observedRequest() throws ServletException {
		execute(DEAF, FEW);
	}

	@Benchmark
	public void measuredRequest() throws IOException, ServletException {
		this.filter.doFilter(this.request, this.response, this.few);
	}

	@Benchmark
	@OperationsPerInvocation(MANY)
	public void observedCall() throws ServletException {
		execute(DEAF, MANY);
	}

	@Benchmark
	@OperationsPerInvocation(MANY)
	public void measuredCall() throws IOException, ServletException {
		this.filter.doFilter(this.request, this.response, this.many);
	}

	@Benchmark
	public void observedRequestWithRows() throws ServletException {
		query(DEAF, FEW);
	}

	@Benchmark
	public void measuredRequestWithRows() throws IOException, ServletException {
		this.filter.doFilter(this.request, this.response, this.queries);
	}

	private void execute(List<JdbcListener> listeners, int times) throws ServletException {
		listeners.forEach((listener) -> listener.requested("pool"));
		try (Connection observed = ObservedConnections.observe(this.connection, "pool", listeners);
				Statement statement = observed.createStatement()) {
			for (int i = 0; i < times; i++) {
				statement.execute("select 1");
			}
		}
		catch (SQLException ex) {
			throw new ServletException(ex);
		}
	}

	private void query(List<JdbcListener> listeners, int times) throws ServletException {
		listeners.forEach((listener) -> listener.requested("pool"));
		try (Connection observed = ObservedConnections.observe(this.connection, "pool", listeners);
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

}
