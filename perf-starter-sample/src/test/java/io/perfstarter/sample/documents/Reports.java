package io.perfstarter.sample.documents;

import java.time.Duration;
import java.time.YearMonth;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.async.BoundedExecutor;
import io.perfstarter.async.Deadline;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Makes reports in the background, as the documents show it.
 */
@Component
class Reports {

	private final JdbcClient jdbcClient;

	private final BoundedExecutor executor;

	Reports(JdbcClient jdbcClient, @Qualifier("report") BoundedExecutor executor) {
		this.jdbcClient = jdbcClient;
		this.executor = executor;
	}

	// tag::async[]
	@Async("report")
	public CompletableFuture<Report> report(YearMonth month) {
		return CompletableFuture.completedFuture(load(month));
	}
	// end::async[]

	// tag::deadline[]
	public Report reportWithin(Duration time, YearMonth month) throws Exception {
		return Deadline.within(time, () -> this.executor.submitCompletable(() -> load(month)).get());
	}
	// end::deadline[]

	private Report load(YearMonth month) {
		return new Report(month, this.jdbcClient.sql("select 42").query(Long.class).single());
	}

	/**
	 * What is reported.
	 *
	 * @param month of which month
	 * @param orders how many orders there were
	 */
	record Report(YearMonth month, long orders) {
	}

}
