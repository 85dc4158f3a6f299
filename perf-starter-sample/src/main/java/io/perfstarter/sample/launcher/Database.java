package io.perfstarter.sample.launcher;

import java.util.List;

/**
 * A running database of the sample with its data.
 */
interface Database extends AutoCloseable {

	/**
	 * Returns the arguments that configure an instance of the ticket-service for this
	 * database.
	 * @return the arguments
	 */
	List<String> arguments();

	@Override
	void close();

}
