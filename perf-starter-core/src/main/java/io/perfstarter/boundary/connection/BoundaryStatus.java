package io.perfstarter.boundary.connection;

import java.util.List;

/**
 * The usage statistics of connections since the start.
 *
 * @param methods the statistics of each transactional method, the one with the most
 * unused connection time first
 */
public record BoundaryStatus(List<Method> methods) {

	/**
	 * The statistics of one transactional method and one pool. Unless stated otherwise,
	 * values are averages per connection usage, and times are in milliseconds.
	 *
	 * @param method the method that began the transaction
	 * @param pool the pool name
	 * @param holds the number of connection usages
	 * @param heldMillis the time between borrow and return
	 * @param longestMillis the longest time between borrow and return
	 * @param usedMillis the time spent executing statements, commits and rollbacks
	 * @param useRatio used time divided by held time, from 0 to 1
	 * @param waitedMillis the time spent waiting for a connection
	 * @param statements the number of statements
	 * @param remoteCalls the number of remote calls made while the connection was held
	 * @param remoteMillis the time spent in these remote calls
	 * @param cpuMillis the processor time of the thread while the connection was held, 0
	 * if unknown
	 * @param wastedSeconds the total time in seconds for which connections were held but
	 * not used
	 * @param forecast the estimated capacity of the pool
	 */
	public record Method(String method, String pool, long holds, double heldMillis, double longestMillis,
			double usedMillis, double useRatio, double waitedMillis, double statements, double remoteCalls,
			double remoteMillis, double cpuMillis, double wastedSeconds, Forecast forecast) {
	}

}
