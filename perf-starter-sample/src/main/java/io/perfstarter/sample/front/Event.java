package io.perfstarter.sample.front;

/**
 * An event for the page.
 *
 * @param name the type of the event
 * @param port the port of the instance, {@link #ALL} for all instances
 * @param data the data, as JSON in one line
 */
record Event(String name, int port, String data) {

	static final int ALL = 0;

}
