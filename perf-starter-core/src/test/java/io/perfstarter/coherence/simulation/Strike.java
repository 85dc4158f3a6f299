package io.perfstarter.coherence.simulation;

/**
 * A pause or a crash in the middle of a change.
 *
 * @param step where it strikes
 * @param crash whether it is a crash
 */
record Strike(Step step, boolean crash) {

	Fault fault() {
		return switch (this.step) {
			case BEFORE_COMMIT -> this.crash ? Fault.CRASH_BEFORE_COMMIT : Fault.PAUSE_BEFORE_COMMIT;
			case AFTER_COMMIT -> this.crash ? Fault.CRASH_AFTER_COMMIT : Fault.PAUSE_AFTER_COMMIT;
			case AFTER_EVICTION -> this.crash ? Fault.CRASH_AFTER_EVICTION : Fault.PAUSE_AFTER_EVICTION;
			case IN_FAN_OUT -> this.crash ? Fault.CRASH_IN_FAN_OUT : Fault.PAUSE_IN_FAN_OUT;
		};
	}

	/**
	 * A step of a change.
	 */
	enum Step {

		BEFORE_COMMIT, AFTER_COMMIT, AFTER_EVICTION, IN_FAN_OUT

	}

}
