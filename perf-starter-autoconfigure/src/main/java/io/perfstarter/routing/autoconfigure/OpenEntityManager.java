package io.perfstarter.routing.autoconfigure;

import java.util.Locale;
import java.util.function.BooleanSupplier;

import jakarta.persistence.EntityManagerFactory;

import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Detects an entity manager that somebody has opened before a transaction, as
 * open-in-view and Spring Data REST do.
 *
 * <p>
 * It keeps the connection of a transaction for later ones, which may write, unless
 * Hibernate releases connections after each transaction.
 */
final class OpenEntityManager {

	private static final boolean JPA_PRESENT = ClassUtils.isPresent("jakarta.persistence.EntityManagerFactory",
			OpenEntityManager.class.getClassLoader());

	private OpenEntityManager() {
	}

	/**
	 * Returns whether the entity manager of the current thread keeps the connection of
	 * the transaction that begins now.
	 */
	static BooleanSupplier keepsConnection(TransactionManager manager) {
		return (JPA_PRESENT && manager instanceof ResourceTransactionManager resources)
				? () -> keepsConnection(resources.getResourceFactory()) : () -> false;
	}

	private static boolean keepsConnection(Object factory) {
		return factory instanceof EntityManagerFactory entityManagers
				&& TransactionSynchronizationManager.hasResource(entityManagers)
				&& !String.valueOf(entityManagers.getProperties().get(OpenInViewCustomizer.HANDLING_MODE))
					.toUpperCase(Locale.ROOT)
					.contains("RELEASE");
	}

}
