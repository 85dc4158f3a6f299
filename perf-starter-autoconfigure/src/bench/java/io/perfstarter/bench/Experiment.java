package io.perfstarter.bench;

/**
 * Something that is measured in a JVM of its own.
 */
@FunctionalInterface
interface Experiment {

	/**
	 * Measures.
	 * @param smoke whether only to see that it runs
	 * @return what came of it
	 */
	Report run(boolean smoke) throws Exception;

}
