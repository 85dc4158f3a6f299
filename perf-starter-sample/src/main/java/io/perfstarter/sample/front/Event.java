package io.perfstarter.sample.front;

/**
 * Something to tell the page.
 *
 * @param name of which kind it is
 * @param port the instance it is about, {@link #ALL} for all of them
 * @param data what there is to say, as JSON in one line
 */
record Event(String name, int port, String data) {

	static final int ALL = 0;

}
