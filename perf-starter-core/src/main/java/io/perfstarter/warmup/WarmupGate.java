package io.perfstarter.warmup;

/**
 * A part of the application that stays closed until the instance is warm, such as a
 * message listener that does not start automatically. All beans of this type are opened
 * in their order when the application begins to accept traffic.
 */
public interface WarmupGate {

	/**
	 * Opens it. Called once, on the thread that starts the application; not at all if the
	 * application stops before, or ends because its warm-up failed. What it throws is
	 * logged, and keeps no other gate closed.
	 */
	void open();

}
