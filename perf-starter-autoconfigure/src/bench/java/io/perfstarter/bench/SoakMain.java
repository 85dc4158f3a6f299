package io.perfstarter.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.ReportingSettings;
import io.perfstarter.reporting.ReportingSources;
import io.perfstarter.reporting.request.SlowThresholds;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.support.ApplicationCode;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * Serves requests of which each executes a statement that nobody has executed before, and
 * prints again and again what is on the heap. A process of its own, for its heap is
 * small.
 */
final class SoakMain {

	private static final int PRINTS = 20;

	private static final int ROUTES = 2_000;

	private SoakMain() {
	}

	/**
	 * Begins.
	 * @param args how many seconds, and how many statements
	 */
	public static void main(String[] args) throws Exception {
		long seconds = Long.parseLong(args[0]);
		int statements = Integer.parseInt(args[1]);
		ReportingSettings settings = new ReportingSettings(Duration.ofSeconds(1),
				// All are slow, because of these the most is kept.
				new SlowThresholds(Duration.ZERO, Map.of()), 0);
		try (Reporting reporting = new Reporting(settings,
				new ReportingSources(new ApplicationCode(Set.of()), true, Map::of, (pool) -> null, List::of, List::of,
						List::of, () -> null, false, () -> 0, false, null));
				HikariDataSource pool = new HikariDataSource()) {
			pool.setJdbcUrl("jdbc:h2:mem:soak");
			pool.setMaximumPoolSize(1);
			ConnectionUsages usages = new ConnectionUsages();
			usages.exclude(reporting.pauses());
			List<JdbcListener> listeners = List.of(usages, reporting.requests().connections(),
					reporting.connectionsOfPools());
			DataSource observed = new ObservedPools(() -> true, () -> listeners).observe("soak", pool);
			reporting.start();
			serve(reporting, observed, TimeUnit.SECONDS.toNanos(seconds), statements);
		}
	}

	private static void serve(Reporting reporting, DataSource database, long nanos, int statements) throws Exception {
		TimeBreakdownFilter filter = new TimeBreakdownFilter(reporting.requests(), (request) -> false, (request) -> "");
		long begin = System.nanoTime();
		int printed = 0;
		for (int number = 0; number < statements; number++) {
			request(filter, database, number);
			// No faster than it is to take.
			long due = begin + (long) ((double) nanos * number / statements);
			while (due - System.nanoTime() > 0) {
				TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
			}
			if ((long) number * PRINTS / statements >= printed) {
				printed++;
				System.out.println("heap " + Heap.used());
			}
		}
	}

	private static void request(TimeBreakdownFilter filter, DataSource database, int number) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/" + number);
		request.setAttribute("org.springframework.web.servlet.HandlerMapping.bestMatchingPattern",
				"/" + number % ROUTES + "/{id}");
		FilterChain chain = (current, answer) -> {
			try {
				execute(database, number);
			}
			catch (SQLException ex) {
				throw new ServletException(ex);
			}
		};
		filter.doFilter(request, new MockHttpServletResponse(), chain);
	}

	private static void execute(DataSource database, int number) throws SQLException {
		try (Connection connection = database.getConnection();
				Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("select 1 as column_" + number)) {
			rows.next();
		}
	}

}
