package io.perfstarter.boundary;

/**
 * What a pool can carry of the transactions of one method, now and if connections were
 * held only while they are used; by Little's law, J. D. C. Little, A Proof for the
 * Queuing Formula L = λW, 1961.
 *
 * <p>
 * All rates are transactions in a second. They are upper bounds: one more transaction for
 * each piece of the work, and what others need of the same pool, come on top.
 *
 * @param connections how many connections are needed on average at the present rate
 * @param connectionsAfter how many would be
 * @param ceiling the most that the pool carries
 * @param ceilingAfter the most that would be possible
 * @param boundBy what sets that limit
 */
public record Forecast(double connections, double connectionsAfter, double ceiling, double ceilingAfter,
		Bound boundBy) {

	/**
	 * Computes it.
	 * @param rate how many there are
	 * @param held how long one holds a connection, in seconds
	 * @param used how long it uses it, in seconds
	 * @param cpu how much processor time its thread needs meanwhile, in seconds
	 * @param poolSize how many connections there are
	 * @param threads how many threads have or want one at the same time
	 * @param processors how many processors there are
	 */
	static Forecast of(double rate, double held, double used, double cpu, int poolSize, long threads, int processors) {
		double byPool = poolSize / used;
		// As many as the ceiling counts on, even if fewer were seen so far.
		double byThreads = Math.max(threads, poolSize) / held;
		double byCpu = processors / cpu;
		double after = Math.min(byPool, Math.min(byThreads, byCpu));
		Bound bound = (after == byPool) ? Bound.POOL : (after == byThreads) ? Bound.THREADS : Bound.CPU;
		return new Forecast(rate * held, rate * used, poolSize / held, after, bound);
	}

	/**
	 * What sets a limit.
	 */
	public enum Bound {

		/**
		 * The connections.
		 */
		POOL,

		/**
		 * The threads, each of which waits for its remote call.
		 */
		THREADS,

		/**
		 * The processors.
		 */
		CPU

	}

}
