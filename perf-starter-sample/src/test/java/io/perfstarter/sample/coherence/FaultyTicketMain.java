package io.perfstarter.sample.coherence;

import java.io.IOException;

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
		Thread watch = new Thread(FaultyTicketMain::awaitEndOfTests, "tests-watch");
		watch.setDaemon(true);
		watch.start();
		TicketApplication.builder()
			.sources(BetweenCommitAndSend.class, EvictionBurst.class)
			.bannerMode(Banner.Mode.OFF)
			.run(args);
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
