package io.perfstarter.sample.slow;

/**
 * What else goes on on the machine.
 */
enum Machine {

	IDLE(Injection.none()),

	/** Two loops take what nobody else wants. */
	BUSY(Injection.busy(2));

	private final Injection injection;

	Machine(Injection injection) {
		this.injection = injection;
	}

	Injection injection() {
		return this.injection;
	}

}
