package io.perfstarter.boundary.connection;

/**
 * Estimates the maximum rate of one method's transactions on a pool: as it is, and if
 * connections were held only while used. Based on Little's law (J. D. C. Little, A Proof
 * for the Queuing Formula L = λW, 1961).
 *
 * <p>
 * All rates are in transactions per second and are upper bounds: they ignore the demand
 * of other methods and assume that the work is not split into additional transactions.
 *
 * @param connections the average number of held connections at the current rate
 * @param connectionsAfter the average number if connections were held only while used
 * @param ceiling the maximum rate of the pool
 * @param ceilingAfter the maximum rate if connections were held only while used
 * @param boundBy the resource that limits {@code ceilingAfter}
 */
public record Forecast(double connections, double connectionsAfter, double ceiling, double ceilingAfter,
		Bound boundBy) {

	/**
	 * Computes the forecast.
	 * @param rate the current rate
	 * @param held the average time for which a connection is held, in seconds
	 * @param used the average time for which it is used, in seconds
	 * @param cpu the average processor time that the thread uses while it holds a
	 * connection, in seconds
	 * @param poolSize the maximum size of the pool
	 * @param threads the maximum number of threads that held or requested a connection at
	 * the same time
	 * @param processors the number of available processors
	 */
	static Forecast of(double rate, double held, double used, double cpu, int poolSize, long threads, int processors) {
		double byPool = poolSize / used;
		// At least one thread for each connection, as the ceiling assumes.
		double byThreads = Math.max(threads, poolSize) / held;
		double byCpu = processors / cpu;
		double after = Math.min(byPool, Math.min(byThreads, byCpu));
		Bound bound = (after == byPool) ? Bound.POOL : (after == byThreads) ? Bound.THREADS : Bound.CPU;
		return new Forecast(rate * held, rate * used, poolSize / held, after, bound);
	}

	/**
	 * The limiting resource.
	 */
	public enum Bound {

		/**
		 * The number of connections.
		 */
		POOL,

		/**
		 * The number of threads, which wait for remote calls.
		 */
		THREADS,

		/**
		 * The processors.
		 */
		CPU

	}

}
