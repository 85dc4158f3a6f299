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
 * The observed connection pools. Thread-safe.
 */
public final class ObservedPools {

	private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();

	private final BooleanSupplier hasListeners;

	private final Supplier<List<JdbcListener>> listeners;

	/**
	 * Creates a registry without pools.
	 * @param hasListeners whether there are listeners; evaluated for each pool
	 * @param listeners supplies the listeners in call order; evaluated for each request
	 * of a connection
	 */
	public ObservedPools(BooleanSupplier hasListeners, Supplier<List<JdbcListener>> listeners) {
		this.hasListeners = hasListeners;
		this.listeners = listeners;
	}

	/**
	 * Observes the connections of a pool.
	 *
	 * <p>
	 * Returns a proxy that is a {@link HikariDataSource} too, because applications inject
	 * pools by this type. It intercepts only {@code getConnection}. The caller remains
	 * responsible for closing the pool.
	 * @param name the name to use if the pool has none
	 * @param pool the pool
	 * @return the proxy to use in place of the pool, or the pool itself if there are no
	 * listeners or in a native image
	 */
	public HikariDataSource observe(String name, HikariDataSource pool) {
		// A native image cannot create classes at run time.
		if (NativeDetector.inNativeImage() || !this.hasListeners.getAsBoolean()) {
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
	 * Returns a callback that notifies the listeners of threads that wait in front of a
	 * pool.
	 * @param name the name to use if the pool has none
	 * @param pool an observed pool
	 * @return the callback
	 */
	public PoolWaitListener waitListener(String name, HikariDataSource pool) {
		String own = pool.getPoolName();
		String known = (own != null && this.pools.containsKey(own)) ? own : name;
		return new PoolWaitListener() {

			@Override
			public void begins() {
				CompositeJdbcListener.notifyAll(ObservedPools.this.listeners.get(),
						(listener) -> listener.queued(known));
			}

			@Override
			public void ends() {
				CompositeJdbcListener.notifyAll(ObservedPools.this.listeners.get(),
						(listener) -> listener.unqueued(known));
			}

		};
	}

	/**
	 * Returns the observed pools.
	 * @return an immutable snapshot, by the pool name that listeners receive
	 */
	public Map<String, HikariDataSource> all() {
		return Map.copyOf(this.pools);
	}

	/**
	 * Returns the maximum size of a pool.
	 * @param name the pool name that listeners receive
	 * @return the maximum number of connections, 0 if the pool is not observed
	 */
	public int sizeOf(String name) {
		HikariDataSource pool = this.pools.get(name);
		return (pool != null) ? pool.getMaximumPoolSize() : 0;
	}

}
