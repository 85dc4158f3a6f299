package io.perfstarter.eviction;

/**
 * Thrown at startup if an {@link EvictTicketCache} annotation is not valid.
 */
public final class InvalidEvictionException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	// The correction to make.
	private final String remedy;

	InvalidEvictionException(String problem, String remedy) {
		super(problem);
		this.remedy = remedy;
	}

	/**
	 * Returns the correction to make.
	 * @return the correction
	 */
	public String remedy() {
		return this.remedy;
	}

}
