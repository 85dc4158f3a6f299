package io.perfstarter.async;

/**
 * Thrown if a page is not complete at its deadline. No item is processed any more at that
 * time.
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
