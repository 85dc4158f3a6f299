package io.perfstarter.boundary;

import java.util.List;

/**
 * What connections were used for, since the start.
 *
 * @param methods the transactional methods, the one that wastes most connection time
 * first
 */
public record BoundaryStatus(List<Method> methods) {

	/**
	 * One transactional method in one pool; times are means of one hold in milliseconds,
	 * if nothing else is said.
	 *
	 * @param method the method that began the transaction
	 * @param pool the pool of its connections
	 * @param holds how often it has held a connection
	 * @param heldMillis for how long
	 * @param longestMillis for how long at most
	 * @param usedMillis how much of that statements were executed and transactions ended
	 * @param useRatio how much that is, from 0 to 1
	 * @param waitedMillis how long the pool was waited for
	 * @param statements how many there were in one hold
	 * @param remoteCalls how many remote calls were made while it was held
	 * @param remoteMillis how long these took
	 * @param cpuMillis how much processor time its thread needed meanwhile, 0 if that is
	 * not known
	 * @param wastedSeconds for how long connections were held and not used, all together
	 * @param forecast what the pool carries, and what it would
	 */
	public record Method(String method, String pool, long holds, double heldMillis, double longestMillis,
			double usedMillis, double useRatio, double waitedMillis, double statements, double remoteCalls,
			double remoteMillis, double cpuMillis, double wastedSeconds, Forecast forecast) {

		static Method of(MethodAccount account, Forecast forecast) {
			double holds = account.holds();
			return new Method(account.method(), account.pool(), account.holds(), millis(account.held()) / holds,
					millis(account.longest()), millis(account.used()) / holds,
					(double) account.used() / Math.max(1, account.held()), millis(account.waited()) / holds,
					account.statements() / holds, account.remoteCalls() / holds, millis(account.remote()) / holds,
					account.meanCpu() / 1e6, millis(account.wasted()) / 1e3, forecast);
		}

		private static double millis(long nanos) {
			return nanos / 1e6;
		}

	}

}
