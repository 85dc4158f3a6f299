package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.nio.file.Path;

import io.perfstarter.sample.ticket.TicketApplication;

import org.springframework.boot.Banner;

/**
 * Runs one instance of the ticket-service in a separate process, which ends when its
 * launcher ends.
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

	/**
	 * Waits for the end of the pipe from the launcher. The launcher writes nothing to it,
	 * so the pipe ends only with the launcher.
	 */
	private static void awaitEndOfLauncher() {
		try {
			while (System.in.read() != -1) {
				continue;
			}
		}
		catch (IOException ex) {
			// An error is treated as the end of the pipe.
		}
		new SampleDirectory(Path.of(System.getenv(DIRECTORY))).endDatabases();
		Runtime.getRuntime().halt(1);
	}

}
