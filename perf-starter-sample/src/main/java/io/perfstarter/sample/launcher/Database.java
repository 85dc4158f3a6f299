package io.perfstarter.sample.launcher;

import java.util.List;

/**
 * The database of the sample, filled and running.
 */
interface Database extends AutoCloseable {

	/**
	 * What an instance of the ticket-service must be told about this database.
	 * @return the arguments
	 */
	List<String> arguments();

	@Override
	void close();

}
