package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.List;

import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Finds the persistence contexts that are bound to the current thread, which may hold
 * entities that were read long before.
 */
final class PersistenceContexts {

	private static final boolean PRESENT = ClassUtils.isPresent("org.springframework.orm.jpa.EntityManagerHolder",
			PersistenceContexts.class.getClassLoader());

	private PersistenceContexts() {
	}

	/**
	 * Returns the bound persistence contexts.
	 * @return their holders, to be compared by identity
	 */
	static List<Object> bound() {
		return PRESENT ? Holders.bound() : List.of();
	}

	/**
	 * A separate class, because Spring ORM is optional.
	 */
	private static final class Holders {

		private Holders() {
		}

		static List<Object> bound() {
			List<Object> holders = new ArrayList<>(1);
			for (Object resource : TransactionSynchronizationManager.getResourceMap().values()) {
				if (resource instanceof EntityManagerHolder) {
					holders.add(resource);
				}
			}
			return holders;
		}

	}

}
