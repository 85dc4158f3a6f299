package io.perfstarter.coherence.autoconfigure;

/**
 * When evictions are sent to the other instances.
 */
enum FanOutMode {

	/**
	 * When discovery is present and something in the application needs it.
	 */
	AUTO,

	/**
	 * Never.
	 */
	OFF

}
