package io.perfstarter.sample.launcher;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The command line options.
 *
 * @param instances the number of instances of the ticket-service
 * @param portOffset the number that is added to every port
 * @param database the kind of database
 * @param virtualThreads whether the ticket-service runs requests and tasks on virtual
 * threads
 * @param databaseLog whether the instances exchange evictions by a log in the database
 * @param directory the folder of data, logs and process ids
 * @param stopWithParent whether to stop when the parent process ends
 */
record SampleOptions(int instances, int portOffset, DatabaseKind database, boolean virtualThreads, boolean databaseLog,
		Path directory, boolean stopWithParent) {

	private static final String INSTANCES = "--sample.instances=";

	private static final String PORT_OFFSET = "--sample.port-offset=";

	private static final String DATABASE = "--sample.database=";

	private static final String VIRTUAL_THREADS = "--sample.virtual-threads";

	private static final int VIRTUAL_THREADS_SINCE = 21;

	private static final String LOG = "--sample.log=";

	private static final int MOST_INSTANCES = 9;

	private static final int MOST_OFFSET = 40_000;

	/**
	 * The kinds of databases.
	 */
	enum DatabaseKind {

		POSTGRESQL, H2

	}

	SampleOptions {
		if (instances < 1 || instances > MOST_INSTANCES) {
			throw new SampleException(INSTANCES + " must be between 1 and " + MOST_INSTANCES);
		}
		if (portOffset < 0 || portOffset > MOST_OFFSET) {
			throw new SampleException(PORT_OFFSET + " must be between 0 and " + MOST_OFFSET);
		}
		if (virtualThreads && Runtime.version().feature() < VIRTUAL_THREADS_SINCE) {
			throw new SampleException("%s needs JDK %d or newer; this is %s".formatted(VIRTUAL_THREADS,
					VIRTUAL_THREADS_SINCE, Runtime.version()));
		}
		if (databaseLog && database == DatabaseKind.H2) {
			throw new SampleException(LOG + "database needs PostgreSQL");
		}
	}

	/**
	 * Parses the arguments. They are also separated by blanks, because Maven passes all
	 * arguments as one.
	 */
	static SampleOptions parse(String... arguments) {
		List<String> options = Arrays.stream(arguments)
			.flatMap((argument) -> Arrays.stream(argument.trim().split("\\s+")))
			.filter((option) -> !option.isEmpty())
			.toList();
		int instances = 2;
		int portOffset = 0;
		DatabaseKind database = DatabaseKind.POSTGRESQL;
		boolean virtualThreads = false;
		boolean databaseLog = false;
		for (String option : options) {
			if (option.startsWith(INSTANCES)) {
				instances = number(option, INSTANCES);
			}
			else if (option.startsWith(PORT_OFFSET)) {
				portOffset = number(option, PORT_OFFSET);
			}
			else if (option.equals(DATABASE + "h2")) {
				database = DatabaseKind.H2;
			}
			else if (option.equals(VIRTUAL_THREADS)) {
				virtualThreads = true;
			}
			else if (option.equals(LOG + "database")) {
				databaseLog = true;
			}
			else if (!option.equals(DATABASE + "postgresql") && !option.equals(LOG + "peers")) {
				throw new SampleException(
						"%s is not an option; there are %sN, %sN, %s[postgresql|h2], %s[peers|database] and %s"
							.formatted(option, INSTANCES, PORT_OFFSET, DATABASE, LOG, VIRTUAL_THREADS));
			}
		}
		return new SampleOptions(instances, portOffset, database, virtualThreads, databaseLog, directory(portOffset),
				Boolean.getBoolean("sample.stop-with-parent"));
	}

	private static int number(String option, String prefix) {
		try {
			return Integer.parseInt(option.substring(prefix.length()));
		}
		catch (NumberFormatException ex) {
			throw new SampleException(option + " must end with a number");
		}
	}

	/**
	 * Returns the default folder. Each offset has its own, so that several samples can
	 * run at once.
	 */
	private static Path directory(int portOffset) {
		Path directory = Path.of(System.getProperty("sample.directory", "target/sample")).toAbsolutePath();
		return (portOffset == 0) ? directory : directory.resolve("offset-" + portOffset);
	}

}
