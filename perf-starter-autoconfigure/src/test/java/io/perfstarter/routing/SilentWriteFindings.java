package io.perfstarter.routing;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * All that the check of silent writes can find.
 */
public final class SilentWriteFindings {

	private SilentWriteFindings() {
	}

	/**
	 * Finds each of them once.
	 * @param registry where it is counted
	 */
	public static void findAll(MeterRegistry registry) {
		SilentWrites check = new SilentWrites(false, () -> registry);
		for (SilentWrites.Kind kind : SilentWrites.Kind.values()) {
			check.found(kind, "Ticket");
		}
		check.couldNotLook(new IllegalStateException("planted"));
	}

}
