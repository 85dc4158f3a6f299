package io.perfstarter.bench;

import java.sql.SQLException;
import java.time.Duration;

/**
 * A way by which an eviction reaches its receivers.
 */
interface Route extends AutoCloseable {

	/**
	 * Returns the number of instances that an eviction reaches.
	 */
	int receivers();

	/**
	 * Lets each receiver cache some keys, and note each that it evicts.
	 * @param keys the number of keys, which begin with zero
	 * @param arrivals learns of each eviction
	 */
	void listen(int keys, Arrivals arrivals);

	/**
	 * Evicts a key, and does before it what the caller has to wait for.
	 * @return the time at which the change was committed
	 */
	long evict(int key, long due);

	@Override
	void close() throws SQLException;

	/**
	 * Evicts at a fixed rate.
	 * @return how long each eviction took until the last receiver, from when it was due
	 */
	static Latencies measure(Route route, int perSecond, Duration warmUp, Duration measured) {
		int skipped = Math.toIntExact(perSecond * warmUp.toSeconds());
		int total = skipped + Math.toIntExact(perSecond * measured.toSeconds());
		Arrivals arrivals = new Arrivals(total, route.receivers());
		route.listen(total, arrivals);
		OpenLoop.run(perSecond, total, (key, due) -> arrivals.due(key, route.evict(key, due)));
		return arrivals.latencies(skipped);
	}

}
