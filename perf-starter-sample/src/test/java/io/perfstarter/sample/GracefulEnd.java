package io.perfstarter.sample;

import java.util.concurrent.TimeUnit;

/**
 * Ends a process that the tests have started.
 */
public final class GracefulEnd {

	private static final int GRACE_SECONDS = 30;

	private GracefulEnd() {
	}

	/**
	 * Asks it to end, and ends it if it does not do so in time.
	 */
	public static void of(Process process) {
		// Process.destroy also closes the input, at whose end a process halts at once.
		process.toHandle().destroy();
		try {
			if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
				process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
