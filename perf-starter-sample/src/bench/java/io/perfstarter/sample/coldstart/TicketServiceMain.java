package io.perfstarter.sample.coldstart;

import io.perfstarter.sample.UntilTestsEnd;
import io.perfstarter.sample.ticket.TicketApplication;

import org.springframework.boot.Banner;

/**
 * The main class of a ticket-service that is asked right after its start.
 */
public final class TicketServiceMain {

	private TicketServiceMain() {
	}

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		TicketApplication.builder().bannerMode(Banner.Mode.OFF).run(args);
		System.out.println(Service.READY);
	}

}
