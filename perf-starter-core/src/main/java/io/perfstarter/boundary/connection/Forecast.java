package io.perfstarter.boundary.connection;

/**
 * Estimates how many transactions per second of one method a pool can serve, now and if
 * connections were held only while they are used. Based on Little's law (J. D. C. Little,
 * A Proof for the Queuing Formula L = λW, 1961).
 *
 * <p>
 * All rates are in transactions per second and are upper bounds: they ignore the demand
 * of other methods and assume that the work is not split into additional transactions.
 *
 * @param connections the average number of connections in use at the current rate
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
	 * @param cpu the average processor time of the thread meanwhile, in seconds
	 * @param poolSize the maximum size of the pool
	 * @param threads the maximum number of threads that held or requested a connection at
	 * the same time
	 * @param processors the number of available processors
	 */
	static Forecast of(double rate, double held, double used, double cpu, int poolSize, long threads, int processors) {
		double byPool = poolSize / used;
		// At least as many threads as the ceiling assumes, even if fewer were observed.
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
		 * The number of threads, each of which waits for its remote call.
		 */
		THREADS,

		/**
		 * The processors.
		 */
		CPU

	}

}
