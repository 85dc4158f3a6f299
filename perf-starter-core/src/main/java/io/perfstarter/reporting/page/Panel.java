package io.perfstarter.reporting.page;

/**
 * A piece of the page.
 */
interface Panel {

	/**
	 * Writes itself.
	 * @param html where to
	 */
	void writeTo(Html html);

}
