package io.perfstarter.async;

/**
 * Thrown if a page is not complete at its deadline. When it is thrown, no thread works on
 * the page any more.
 */
public class PageDeadlineExceededException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message the deadline and the number of completed items
	 */
	public PageDeadlineExceededException(String message) {
		super(message);
	}

}
