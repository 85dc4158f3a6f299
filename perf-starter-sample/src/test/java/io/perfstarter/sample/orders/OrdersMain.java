package io.perfstarter.sample.orders;

import java.io.IOException;
import java.util.Arrays;

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
		Thread watch = new Thread(OrdersMain::awaitEndOfTests, "tests-watch");
		watch.setDaemon(true);
		watch.start();
		SpringApplicationBuilder application = TicketApplication.builder().sources(HeapController.class);
		if (Arrays.asList(args).contains("--perf-starter.async.enabled=false")) {
			application.sources(WithoutLanes.class);
		}
		application.bannerMode(Banner.Mode.OFF).run(args);
	}

	/** The tests write nothing, so that the end of their pipe means their own. */
	private static void awaitEndOfTests() {
		try {
			while (System.in.read() != -1) {
				continue;
			}
		}
		catch (IOException ex) {
			// The same as the end.
		}
		Runtime.getRuntime().halt(1);
	}

}
