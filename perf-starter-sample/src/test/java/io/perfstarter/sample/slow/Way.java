package io.perfstarter.sample.slow;

import java.io.Closeable;
import java.io.IOException;

/**
 * A way from a process to the database.
 */
enum Way {

	DIRECT(Direct::new),

	/** Connections at rest are forgotten, and nobody is told. */
	FORGETFUL((port) -> new ForgetfulRelay(port, 600)),

	/** Connections at rest are ended. */
	ENDING((port) -> new SlowRelay(port, new SlowRelay.Trait(0, 0, 0, 700))),

	/** The same, and a new connection takes 1.2 s. */
	SLOW_TO_CONNECT((port) -> new SlowRelay(port, new SlowRelay.Trait(1200, 0, 0, 700))),

	/** Whatever is sent takes 20 ms. */
	FAR((port) -> new SlowRelay(port, new SlowRelay.Trait(0, 20, 0, 0))),

	/** It carries 4 MB per second. */
	NARROW((port) -> new SlowRelay(port, new SlowRelay.Trait(0, 0, 4_000_000, 0)));

	private final Opener opener;

	Way(Opener opener) {
		this.opener = opener;
	}

	Relay to(int port) throws IOException {
		return this.opener.open(port);
	}

	/**
	 * What leads to the database until it is closed.
	 */
	interface Relay extends Closeable {

		int port();

	}

	/**
	 * Opens a way.
	 */
	@FunctionalInterface
	private interface Opener {

		Relay open(int port) throws IOException;

	}

	/**
	 * Nothing is between.
	 */
	private record Direct(int port) implements Relay {

		@Override
		public void close() {
			// There is nothing to close.
		}

	}

}
