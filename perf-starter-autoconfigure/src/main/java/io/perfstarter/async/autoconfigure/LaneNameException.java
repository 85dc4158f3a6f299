package io.perfstarter.async.autoconfigure;

/**
 * A lane is called like a bean of the application.
 */
class LaneNameException extends RuntimeException {

	private final String name;

	LaneNameException(String name) {
		super("There is a bean '" + name + "' already, so that the lane '" + AsyncProperties.PREFIX + ".lanes." + name
				+ "' cannot be called so");
		this.name = name;
	}

	String name() {
		return this.name;
	}

}
