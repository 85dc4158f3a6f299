package io.perfstarter.sample.documents;

import java.time.YearMonth;
import java.util.concurrent.CompletableFuture;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Makes reports in the background, as the documents show it.
 */
@Component
class Reports {

	private final JdbcClient jdbcClient;

	Reports(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	@Async("report")
	public CompletableFuture<Report> report(YearMonth month) {
		return CompletableFuture.completedFuture(load(month));
	}

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
