package io.perfstarter.reporting.page;

/**
 * A section of the page.
 */
interface Panel {

	/**
	 * Writes this section.
	 * @param html the writer
	 */
	void writeTo(Html html);

}
