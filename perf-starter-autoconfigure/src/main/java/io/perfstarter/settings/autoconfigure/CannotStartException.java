package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Thrown at startup when a feature lacks something that its settings require.
 */
public final class CannotStartException extends RuntimeException {

	private final HelpPage page;

	private final String action;

	/**
	 * Creates an exception.
	 * @param page the page of the feature
	 * @param description what is missing or wrong
	 * @param action what to do about it
	 */
	public CannotStartException(HelpPage page, String description, String action) {
		this(page, description, action, null);
	}

	/**
	 * Creates an exception with a cause.
	 * @param page the page of the feature
	 * @param description what is missing or wrong
	 * @param action what to do about it
	 * @param cause why, {@code null} if unknown
	 */
	public CannotStartException(HelpPage page, String description, String action, @Nullable Throwable cause) {
		super(description, cause);
		this.page = page;
		this.action = action;
	}

	HelpPage page() {
		return this.page;
	}

	/**
	 * Returns what to do about it.
	 * @return the action
	 */
	public String getAction() {
		return this.action;
	}

}
