package io.perfstarter.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.NameMatchMethodPointcutAdvisor;
import org.springframework.core.NativeDetector;

/**
 * The pools of which all connections are observed. Thread-safe.
 */
public final class ObservedPools {

	private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();

	private final BooleanSupplier heard;

	private final Supplier<List<JdbcListener>> listeners;

	/**
	 * Takes who listens.
	 * @param heard whether anybody does; asked for each pool
	 * @param listeners who hears of the connections, in this order; asked when one is
	 * wanted
	 */
	public ObservedPools(BooleanSupplier heard, Supplier<List<JdbcListener>> listeners) {
		this.heard = heard;
		this.listeners = listeners;
	}

	/**
	 * Observes a pool from now on.
	 * <p>
	 * What is given back is a {@link HikariDataSource} too, because applications inject
	 * it by this type, and passes on everything but the calls for a connection. The pool
	 * is the caller's to close.
	 * @param name what the pool is called, if it has no name of its own
	 * @param pool the pool
	 * @return what is to be used in its place: the pool itself if nobody listens, and in
	 * a native image
	 */
	public HikariDataSource observe(String name, HikariDataSource pool) {
		// A native image makes no classes at run time.
		if (NativeDetector.inNativeImage() || !this.heard.getAsBoolean()) {
			return pool;
		}
		String known = (pool.getPoolName() != null) ? pool.getPoolName() : name;
		this.pools.put(known, pool);
		NameMatchMethodPointcutAdvisor advisor = new NameMatchMethodPointcutAdvisor(
				new PoolInterceptor(known, this.listeners));
		advisor.setMappedName("getConnection");
		ProxyFactory factory = new ProxyFactory();
		factory.setTarget(pool);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(advisor);
		return (HikariDataSource) factory.getProxy(pool.getClass().getClassLoader());
	}

	/**
	 * What those who listen hear of threads that wait in front of a pool.
	 * @param name what the pool is called, if it has no name of its own
	 * @param pool the pool, which is observed
	 * @return tells them
	 */
	public PoolWait waitFor(String name, HikariDataSource pool) {
		String own = pool.getPoolName();
		String known = (own != null && this.pools.containsKey(own)) ? own : name;
		return new PoolWait() {

			@Override
			public void begins() {
				Audience.tell(ObservedPools.this.listeners.get(), (listener) -> listener.queued(known));
			}

			@Override
			public void ends() {
				Audience.tell(ObservedPools.this.listeners.get(), (listener) -> listener.unqueued(known));
			}

		};
	}

	/**
	 * All that are observed.
	 * @return the pools by what listeners hear as their names
	 */
	public Map<String, HikariDataSource> all() {
		return Map.copyOf(this.pools);
	}

	/**
	 * How many connections a pool may have.
	 * @param name what listeners hear as its name
	 * @return the number, 0 if the pool is not observed
	 */
	public int sizeOf(String name) {
		HikariDataSource pool = this.pools.get(name);
		return (pool != null) ? pool.getMaximumPoolSize() : 0;
	}

}
