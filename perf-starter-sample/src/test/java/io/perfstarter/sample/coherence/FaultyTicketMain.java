package io.perfstarter.sample.coherence;

import io.perfstarter.sample.UntilTestsEnd;
import io.perfstarter.sample.ticket.TicketApplication;

import org.springframework.boot.Banner;

/**
 * The main class of an instance of the ticket-service that can be made to fail at a
 * chosen moment, and that ends when the tests are gone.
 */
public final class FaultyTicketMain {

	private FaultyTicketMain() {
	}

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		TicketApplication.builder().sources(BetweenCommitAndSend.class).bannerMode(Banner.Mode.OFF).run(args);
	}

}
