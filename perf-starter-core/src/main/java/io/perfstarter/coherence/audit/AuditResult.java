package io.perfstarter.coherence.audit;

/**
 * The result of one audit.
 */
enum AuditResult {

	/**
	 * The served value equals the loaded one, or was replaced within the bound.
	 */
	FRESH,

	/**
	 * The served value differs from the loaded one, and was still served when the bound
	 * had passed.
	 */
	STALE,

	/**
	 * The value could not be loaded, or two loaded values differ from each other.
	 */
	INCOMPARABLE,

	/**
	 * Too many audits were in progress.
	 */
	SKIPPED

}
