package io.perfstarter.coherence.autoconfigure;

/**
 * When word of evictions travels to the other instances.
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
