package io.perfstarter.coherence.autoconfigure;

/**
 * The modes of sending evictions to the other instances.
 */
enum FanOutMode {

	/**
	 * Evictions are sent if the application needs the fan-out, and the other instances
	 * are listed or service discovery is present.
	 */
	AUTO,

	/**
	 * Evictions are never sent.
	 */
	OFF

}
