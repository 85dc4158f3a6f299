package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.reporting.request.SlowThresholds;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.reporting.request.Work;
import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.window.SampledStack;
import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the stacks of a period are taken before its query plan is read, which may
 * take longer than the next requests.
 */
@Tag(Tier.CI)
class StacksOfAPeriodTests {

	private static final int ROUNDS = 60;

	private final CountDownLatch explaining = new CountDownLatch(1);

	private final CountDownLatch served = new CountDownLatch(1);

	@Test
	void doNotContainThoseThatAreReadWhileTheDatabaseExplains() throws Exception {
		ReportingSettings settings = new ReportingSettings(Duration.ofSeconds(3),
				new SlowThresholds(Duration.ofMillis(60), Map.of()), 0);
		ReportingSources sources = new ReportingSources(new ApplicationCode(Set.of()), true, () -> Map.of("orders", 10),
				(pool) -> this::open, List::of, List::of, List::of, () -> null, false, () -> 0, true,
				(judged) -> "a period");
		try (Reporting reporting = new Reporting(settings, sources)) {
			TimeBreakdownFilter filter = new TimeBreakdownFilter(reporting.requests(), (request) -> false,
					(request) -> "");
			Work meanwhile = StacksOfAPeriodTests::waitMeanwhile;
			reporting.start();
			for (int round = 0; round < ROUNDS && this.explaining.getCount() > 0; round++) {
				serveThree(reporting, filter);
			}
			assertThat(this.explaining.getCount()).isZero();
			meanwhile.serve(filter);
			this.served.countDown();
			await().until(() -> !methods(reporting).isEmpty());
			assertThat(methods(reporting)).contains("waitBefore").doesNotContain("waitMeanwhile");
		}
	}

	/**
	 * The methods on the stacks of the period whose slow statement was explained.
	 */
	private static List<String> methods(Reporting reporting) {
		return reporting.incidents()
			.stream()
			.filter((incident) -> incident.cause() == Cause.SLOW_SQL)
			.flatMap((incident) -> incident.stacks().stream())
			.map(SampledStack::frames)
			.flatMap(List::stream)
			.map(StackTraceElement::getMethodName)
			.toList();
	}

	private static void serveThree(Reporting reporting, TimeBreakdownFilter filter) throws Exception {
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			Connection connection = connection(reporting);
			Work query = () -> query(connection);
			Work request = () -> query.serve(filter);
			threads.add(request.start());
		}
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private static Connection connection(Reporting reporting) throws SQLException {
		Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
		try (Statement statement = connection.createStatement()) {
			statement.execute("create alias sleep for 'java.lang.Thread.sleep(long)'");
		}
		return ObservedConnections.observe(connection, "orders", List.of(reporting.requests().connections()));
	}

	private static void query(Connection connection) throws Exception {
		try (connection; Statement statement = connection.createStatement()) {
			statement.execute("select sleep(400)");
		}
		waitBefore();
	}

	private static void waitBefore() throws InterruptedException {
		Thread.sleep(300);
	}

	/**
	 * For so long that stacks are read, which happens once per second at least.
	 */
	private static void waitMeanwhile() throws InterruptedException {
		Thread.sleep(1500);
	}

	/**
	 * Asks a database that explains nothing until a further request was served.
	 */
	private Connection open() throws SQLException {
		boolean explains = Arrays.stream(Thread.currentThread().getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals(ExplainProbe.class.getName()));
		if (explains) {
			this.explaining.countDown();
			try {
				this.served.await(4, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		throw new SQLException("of a test");
	}

}
