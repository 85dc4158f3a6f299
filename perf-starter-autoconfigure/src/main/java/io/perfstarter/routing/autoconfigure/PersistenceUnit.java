package io.perfstarter.routing.autoconfigure;

import java.util.Locale;
import java.util.function.BooleanSupplier;

import jakarta.persistence.EntityManagerFactory;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Decides which read-only transactions of a persistence unit must run on the primary.
 *
 * <p>
 * An entity manager that was opened before the transaction, as by open-in-view or Spring
 * Data REST, keeps the connection for later transactions, which may write. A second-level
 * cache would keep values of a replica that are older than a write of this instance.
 * Thread-safe.
 */
final class PersistenceUnit implements BooleanSupplier {

	private static final Log logger = LogFactory.getLog(PersistenceUnit.class);

	private static final boolean JPA_PRESENT = isPresent("jakarta.persistence.EntityManagerFactory");

	private static final boolean HIBERNATE_PRESENT = isPresent("org.hibernate.engine.spi.SessionFactoryImplementor");

	private final ResourceTransactionManager manager;

	private final SingletonSupplier<Boolean> cached;

	private PersistenceUnit(ResourceTransactionManager manager) {
		this.manager = manager;
		this.cached = SingletonSupplier
			.of(() -> HIBERNATE_PRESENT && SecondLevelCache.isOn(manager.getResourceFactory()));
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, PersistenceUnit.class.getClassLoader());
	}

	/**
	 * Supplies whether the transaction that begins now must run on the primary.
	 */
	static BooleanSupplier readsOnPrimary(TransactionManager manager) {
		return (JPA_PRESENT && manager instanceof ResourceTransactionManager resources) ? new PersistenceUnit(resources)
				: () -> false;
	}

	@Override
	public boolean getAsBoolean() {
		return this.manager.getResourceFactory() instanceof EntityManagerFactory factory
				&& (keepsConnection(factory) || this.cached.obtain());
	}

	private static boolean keepsConnection(EntityManagerFactory factory) {
		return TransactionSynchronizationManager.hasResource(factory)
				&& !String.valueOf(factory.getProperties().get(OpenInViewCustomizer.HANDLING_MODE))
					.toUpperCase(Locale.ROOT)
					.contains("RELEASE");
	}

	/**
	 * Looks for a second-level cache. A separate class, because Hibernate is optional.
	 */
	private static final class SecondLevelCache {

		private SecondLevelCache() {
		}

		static boolean isOn(Object factory) {
			Object target = (factory instanceof EntityManagerFactoryInfo info) ? info.getNativeEntityManagerFactory()
					: factory;
			if (!(target instanceof SessionFactoryImplementor sessions)
					|| sessions.getCache().getCacheRegionNames().isEmpty()) {
				return false;
			}
			logger
				.warn("The second-level cache of Hibernate is on, so read-only transactions of JPA run on the primary: "
						+ "the cache would keep values of a replica that are older than a write. To read from replicas, set "
						+ "'spring.jpa.properties.hibernate.cache.use_second_level_cache' and '...use_query_cache' to 'false'");
			return true;
		}

	}

}
