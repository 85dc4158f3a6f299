package io.perfstarter.reporting;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.perfstarter.reporting.window.Window;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Computes advice after each period, and logs new advice at INFO. Confined to one thread,
 * except for {@link #advice()}, which any thread may call.
 */
final class AdviceReporter {

	private static final Log logger = LogFactory.getLog(AdviceReporter.class);

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	// Minimum interval between two queries of the databases and of service discovery.
	private static final Duration QUERY_INTERVAL = Duration.ofMinutes(10);

	private final Map<String, DatabaseFacts> databases = new HashMap<>();

	private final Map<String, Instant> reported = new HashMap<>();

	private final ReportingSettings settings;

	private final ReportingSources sources;

	private final TimeLimitedCaller aside;

	private int instances;

	private @Nullable Instant queriedAt;

	private volatile List<Advice> advice = List.of();

	AdviceReporter(ReportingSettings settings, ReportingSources sources, TimeLimitedCaller aside) {
		this.settings = settings;
		this.sources = sources;
		this.aside = aside;
	}

	List<Advice> advice() {
		return this.advice;
	}

	/**
	 * Computes advice.
	 * @param history the periods, the newest first
	 * @throws InterruptedException if the thread is interrupted while it waits for a
	 * database
	 */
	void sample(List<JudgedWindow> history) throws InterruptedException {
		List<Window> windows = new ArrayList<>(history.stream().map(JudgedWindow::window).toList());
		Collections.reverse(windows);
		Instant now = windows.get(windows.size() - 1).end();
		query(now);
		List<Advice> advice = facts(windows).advise();
		advice.stream().filter(Advice::asksForChange).forEach((each) -> report(each, now));
		this.advice = advice;
	}

	private AdviceFacts facts(List<Window> windows) {
		return new AdviceFacts(windows, this.sources.pools().get(), this.settings.databaseCores(), this.databases,
				this.instances, this.sources.virtualThreads());
	}

	/**
	 * Queries service discovery and the databases, which may block.
	 */
	private void query(Instant now) throws InterruptedException {
		if (isWithin(QUERY_INTERVAL, this.queriedAt, now)) {
			return;
		}
		this.queriedAt = now;
		Integer instances = this.aside.await(this.sources.instances()::getAsInt, TIMEOUT);
		if (instances != null) {
			this.instances = instances;
		}
		for (String pool : this.sources.pools().get().keySet()) {
			Callable<Connection> database = this.sources.databases().apply(pool);
			DatabaseFacts facts = (database != null) ? this.aside.await(() -> read(database), TIMEOUT) : null;
			if (facts != null) {
				this.databases.put(pool, facts);
			}
		}
	}

	private static @Nullable DatabaseFacts read(Callable<Connection> database) throws Exception {
		try (Connection connection = database.call()) {
			connection.setNetworkTimeout(Runnable::run, (int) TIMEOUT.toMillis());
			return DatabaseFacts.read(connection);
		}
	}

	private void report(Advice advice, Instant now) {
		if (!isWithin(QUERY_INTERVAL.multipliedBy(6), this.reported.get(advice.setting()), now)) {
			this.reported.put(advice.setting(), now);
			logger.info("Advice: " + advice.setting() + ": " + advice.sentence());
		}
	}

	/**
	 * Returns whether two times are close to each other, also after the clock was set
	 * back.
	 */
	private static boolean isWithin(Duration duration, @Nullable Instant before, Instant now) {
		return before != null && Duration.between(before, now).abs().compareTo(duration) < 0;
	}

}
