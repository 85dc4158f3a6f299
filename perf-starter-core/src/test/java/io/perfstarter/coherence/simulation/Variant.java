package io.perfstarter.coherence.simulation;

/**
 * What of the protocol is switched off, to show that the bound needs it.
 */
enum Variant {

	/**
	 * Nothing.
	 */
	COMPLETE,

	/**
	 * A loaded value is kept whatever was evicted meanwhile.
	 */
	WITHOUT_GUARD,

	/**
	 * Copies are served however long ago the peers were heard.
	 */
	WITHOUT_CERTIFICATE,

	/**
	 * Entries that were loaded before something may have been missed are served as all
	 * others.
	 */
	WITHOUT_MISSED_EVICTIONS,

	/**
	 * Registrations at one address count as one, and announce nothing.
	 */
	WITHOUT_COUNTING_REGISTRATIONS,

	/**
	 * Nobody notices that something did not arrive.
	 */
	WITHOUT_GAP_REPAIR,

	/**
	 * Peers do not learn which caches are being changed.
	 */
	WITHOUT_CHANGES_OF_PEERS,

	/**
	 * An instance does not count its own changes.
	 */
	WITHOUT_OWN_CHANGES,

	/**
	 * Peers do not learn of doubts.
	 */
	WITHOUT_DOUBTS,

	/**
	 * A call that fails after a commit causes no doubt.
	 */
	WITHOUT_DOUBTS_OF_FAILED_CALLS

}
