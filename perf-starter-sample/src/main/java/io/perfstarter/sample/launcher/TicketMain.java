package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.nio.file.Path;

import io.perfstarter.sample.ticket.TicketApplication;

import org.springframework.boot.Banner;

/**
 * The main class of a process that runs one instance of the ticket-service and ends when
 * its launcher is gone.
 */
public final class TicketMain {

	static final String DIRECTORY = "SAMPLE_DIRECTORY";

	private TicketMain() {
	}

	public static void main(String[] args) {
		Thread watch = new Thread(TicketMain::awaitEndOfLauncher, "launcher-watch");
		watch.setDaemon(true);
		watch.start();
		TicketApplication.builder().bannerMode(Banner.Mode.OFF).run(args);
	}

	/** The launcher writes nothing, so that the end of its pipe means its own. */
	private static void awaitEndOfLauncher() {
		try {
			while (System.in.read() != -1) {
				continue;
			}
		}
		catch (IOException ex) {
			// The same as the end.
		}
		new SampleDirectory(Path.of(System.getenv(DIRECTORY))).endDatabases();
		Runtime.getRuntime().halt(1);
	}

}
