package io.perfstarter.sample.orders;

import java.util.Arrays;

import io.perfstarter.sample.UntilTestsEnd;
import io.perfstarter.sample.ticket.TicketApplication;

import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * The main class of a ticket-service under load, which ends when the tests are gone.
 */
public final class OrdersMain {

	private OrdersMain() {
	}

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		SpringApplicationBuilder application = TicketApplication.builder().sources(HeapController.class);
		if (Arrays.asList(args).contains("--perf-starter.async.enabled=false")) {
			application.sources(WithoutExecutors.class);
		}
		application.bannerMode(Banner.Mode.OFF).run(args);
	}

}
