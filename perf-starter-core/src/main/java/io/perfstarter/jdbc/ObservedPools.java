package io.perfstarter.jdbc;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.support.LogOnce;
import io.perfstarter.support.WaitListener;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.NameMatchMethodPointcutAdvisor;
import org.springframework.core.NativeDetector;

/**
 * The observed connection pools, and the data sources that are not observed. Thread-safe.
 */
public final class ObservedPools {

	private static final Log logger = LogFactory.getLog(ObservedPools.class);

	private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();

	private final Set<HikariDataSource> observed = ConcurrentHashMap.newKeySet();

	// The class of each, by the name of its bean.
	private final Map<String, String> unobserved = new ConcurrentHashMap<>();

	private final LogOnce once = new LogOnce();

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
	 * pools by this type. It intercepts only {@code getConnection} and
	 * {@code evictConnection}. The caller remains responsible for closing the pool.
	 * @param name the name to use if the pool has none
	 * @param pool the pool
	 * @return the proxy to use in place of the pool. Returns the pool itself if this is a
	 * native image, there are no listeners, the pool is such a proxy, or its class allows
	 * none
	 */
	public HikariDataSource observe(String name, HikariDataSource pool) {
		// A native image cannot create classes at run time.
		if (NativeDetector.inNativeImage() || !this.hasListeners.getAsBoolean()
				|| behind(pool) != pool && isObserved(pool)) {
			return pool;
		}
		String obstacle = obstacle(pool.getClass());
		if (obstacle != null) {
			logger.warn("The pool '%s' (%s) is not observed, because %s".formatted(name, pool.getClass().getName(),
					obstacle));
			unobserved(name, pool.getClass());
			return pool;
		}
		String known = (pool.getPoolName() != null) ? pool.getPoolName() : name;
		this.pools.put(known, pool);
		this.observed.add(pool);
		NameMatchMethodPointcutAdvisor advisor = new NameMatchMethodPointcutAdvisor(
				new PoolInterceptor(known, this.listeners));
		advisor.setMappedNames(PoolInterceptor.BORROW, PoolInterceptor.EVICT);
		ProxyFactory factory = new ProxyFactory();
		factory.setTarget(pool);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(advisor);
		return (HikariDataSource) factory.getProxy(pool.getClass().getClassLoader());
	}

	/**
	 * Returns why a proxy cannot replace a subclass of the pool, {@code null} if it can.
	 * A proxy does not pass on calls of final methods, and has fields of its own.
	 */
	private static @Nullable String obstacle(Class<?> type) {
		if (Modifier.isFinal(type.getModifiers())) {
			return "its class is final";
		}
		for (Class<?> each = type; each != HikariDataSource.class; each = each.getSuperclass()) {
			for (Method method : each.getDeclaredMethods()) {
				if ((method.getModifiers() & (Modifier.FINAL | Modifier.STATIC | Modifier.PRIVATE)) == Modifier.FINAL) {
					return "its method '%s' is final".formatted(method.getName());
				}
			}
			for (Field field : each.getDeclaredFields()) {
				if ((field.getModifiers() & (Modifier.PUBLIC | Modifier.STATIC)) == Modifier.PUBLIC) {
					return "its field '%s' is public".formatted(field.getName());
				}
			}
		}
		return null;
	}

	/**
	 * Returns the pool behind the proxy that observes it.
	 * @param pool the pool or its proxy
	 * @return the pool itself
	 */
	public static HikariDataSource behind(HikariDataSource pool) {
		return (AopProxyUtils.getSingletonTarget(pool) instanceof HikariDataSource target) ? target : pool;
	}

	/**
	 * Returns whether the statements of a pool are observed.
	 * @param pool the pool or its proxy
	 * @return {@code false} if {@link #observe} was not called for it
	 */
	public boolean isObserved(HikariDataSource pool) {
		return this.observed.contains(behind(pool));
	}

	/**
	 * Records a source of connections whose statements are not observed.
	 * @param name the name of its bean
	 * @param type the class of the source
	 */
	public void unobserved(String name, Class<?> type) {
		this.unobserved.putIfAbsent(name, type.getName());
	}

	/**
	 * Returns whether all statements are observed. Logs each data source that is not
	 * observed, once.
	 * @return {@code false} if a data source is not observed, or if there is none
	 */
	public boolean isComplete() {
		if (this.unobserved.isEmpty()) {
			return !this.observed.isEmpty();
		}
		this.unobserved.forEach((name, type) -> {
			if (this.once.isFirst(name)) {
				logger
					.warn(("The data source '%s' (%s) is not observed. A value that is put into a managed cache counts as "
							+ "a change, unless '@Cacheable' or 'get(key, loader)' loads it. A transaction or a call that evicts "
							+ "counts as one that has changed data. A cache may keep what was read in a transaction that Spring "
							+ "does not know and that was rolled back. Only HikariCP pools that are beans are observed.")
						.formatted(name, type));
			}
		});
		return false;
	}

	/**
	 * Returns a callback by which listeners learn that threads wait in front of a pool.
	 * @param name the name to use if the pool has none
	 * @param pool an observed pool
	 * @return the callback
	 */
	public WaitListener waitListener(String name, HikariDataSource pool) {
		String own = pool.getPoolName();
		String known = (own != null && this.pools.containsKey(own)) ? own : name;
		return () -> {
			CompositeJdbcListener.notifyAll(this.listeners.get(), (listener) -> listener.queued(known));
			return () -> CompositeJdbcListener.notifyAll(this.listeners.get(), (listener) -> listener.unqueued(known));
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

	/**
	 * Intercepts {@code getConnection} of a pool and reports the request and the
	 * connection to listeners. If a connection is evicted, passes the real one to the
	 * pool. Thread-safe.
	 */
	private static final class PoolInterceptor implements MethodInterceptor {

		// The values of HikariCP's property.
		private static final Set<String> READ_UNCOMMITTED = Set.of("TRANSACTION_READ_UNCOMMITTED", "1");

		static final String BORROW = "getConnection";

		static final String EVICT = "evictConnection";

		private final String pool;

		private final Supplier<List<JdbcListener>> listeners;

		PoolInterceptor(String pool, Supplier<List<JdbcListener>> listeners) {
			this.pool = pool;
			this.listeners = listeners;
		}

		@Override
		public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
			if (invocation.getMethod().getName().equals(EVICT)) {
				if (invocation.getArguments()[0] instanceof ObservedConnection evicted) {
					invocation.getArguments()[0] = evicted.real();
				}
				return invocation.proceed();
			}
			List<JdbcListener> listeners = this.listeners.get();
			long requestedAt = System.nanoTime();
			CompositeJdbcListener.notifyAll(listeners, (listener) -> listener.requested(this.pool));
			boolean borrowed = false;
			try {
				Connection connection = (Connection) Objects.requireNonNull(invocation.proceed());
				borrowed = true;
				connection = ObservedConnections.observe(connection, this.pool, requestedAt, listeners);
				if (connection instanceof ObservedConnection lent && invocation.getThis() instanceof HikariConfig config
						&& READ_UNCOMMITTED.contains(String.valueOf(config.getTransactionIsolation()))) {
					lent.listeners().usage().readsUncommitted(true);
				}
				return connection;
			}
			finally {
				if (!borrowed) {
					CompositeJdbcListener.notifyAll(listeners, (listener) -> listener.refused(this.pool));
				}
			}
		}

	}

}
