package io.perfstarter.async;

/**
 * Thrown when a page is not ready within its deadline. None of its items is being worked
 * on any more.
 */
public class PageDeadlineExceededException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message the deadline, and how much was ready
	 */
	public PageDeadlineExceededException(String message) {
		super(message);
	}

}
