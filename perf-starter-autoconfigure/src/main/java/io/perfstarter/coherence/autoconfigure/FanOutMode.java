package io.perfstarter.coherence.autoconfigure;

/**
 * The modes of sending evictions to the other instances.
 */
enum FanOutMode {

	/**
	 * Evictions are sent if the other instances are listed or service discovery is
	 * present and the application needs the fan-out.
	 */
	AUTO,

	/**
	 * Evictions are never sent.
	 */
	OFF

}
