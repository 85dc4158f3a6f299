package io.perfstarter.warmup;

/**
 * A part of the application that stays closed until the warm-up ends, such as a message
 * listener that does not start automatically. All beans of this type are opened in their
 * order when the application begins to accept traffic.
 */
public interface WarmupGate {

	/**
	 * Opens the gate. Called once, on the thread that starts the application. Not called
	 * if the application stops before, or if a listener of {@link WarmupCompletedEvent}
	 * throws an exception. An exception is logged and does not keep other gates closed.
	 */
	void open();

}
