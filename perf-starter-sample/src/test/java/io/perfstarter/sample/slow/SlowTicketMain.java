package io.perfstarter.sample.slow;

import io.perfstarter.sample.UntilTestsEnd;
import io.perfstarter.sample.ticket.TicketApplication;

import org.springframework.boot.Banner;

/**
 * The main class of a ticket-service that can be made slow, which ends when the tests are
 * gone.
 */
public final class SlowTicketMain {

	static final String READY = "The faults may begin";

	private SlowTicketMain() {
	}

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		TicketApplication.builder().sources(SlowConfiguration.class).bannerMode(Banner.Mode.OFF).run(args);
		System.out.println(READY);
	}

}
