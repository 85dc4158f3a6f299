package io.perfstarter.sample;

import java.io.IOException;

/**
 * Ends a process when the tests that started it are gone.
 */
public final class UntilTestsEnd {

	private UntilTestsEnd() {
	}

	/** The tests write nothing, so that the end of their pipe means their own. */
	public static void watch() {
		Thread watch = new Thread(UntilTestsEnd::await, "tests-watch");
		watch.setDaemon(true);
		watch.start();
	}

	private static void await() {
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
