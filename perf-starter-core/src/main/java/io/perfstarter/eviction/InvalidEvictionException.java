package io.perfstarter.eviction;

/**
 * Stops the start when an {@link EvictTicketCache} annotation cannot do what it says.
 */
public final class InvalidEvictionException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * What to write instead.
	 */
	private final String remedy;

	InvalidEvictionException(String problem, String remedy) {
		super(problem);
		this.remedy = remedy;
	}

	/**
	 * What to do about it.
	 * @return what to write instead
	 */
	public String remedy() {
		return this.remedy;
	}

}
