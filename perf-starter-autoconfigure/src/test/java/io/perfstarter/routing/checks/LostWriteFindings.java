package io.perfstarter.routing.checks;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * Produces all findings of the check for lost writes.
 */
public final class LostWriteFindings {

	private LostWriteFindings() {
	}

	/**
	 * Produces each finding once.
	 * @param registry the registry of the counter
	 */
	public static void findAll(MeterRegistry registry) {
		LostWrites check = new LostWrites(false, () -> registry);
		for (LostWrites.Kind kind : LostWrites.Kind.values()) {
			check.found(kind, "Ticket");
		}
		check.checkFailed(new IllegalStateException("planted"));
	}

}
