package io.perfstarter.jdbc;

/**
 * Says when nobody is to hear of the connections that are taken. Thread-safe.
 */
@FunctionalInterface
public interface JdbcSilence {

	/**
	 * Whether what the calling thread does is nobody's business.
	 * @return whether it is not
	 */
	boolean isKept();

}
