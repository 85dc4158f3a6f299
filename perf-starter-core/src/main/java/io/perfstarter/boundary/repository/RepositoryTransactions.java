package io.perfstarter.boundary.repository;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import io.perfstarter.boundary.repository.RepositoryMethodRule.RepositoryAccess;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction attributes of a repository: the declared ones, and defaults for query
 * methods that declare none. Immutable and thread-safe.
 */
public final class RepositoryTransactions implements TransactionAttributeSource {

	private final TransactionAttributeSource declared;

	private final Map<Method, RepositoryTransaction> defaults;

	private RepositoryTransactions(TransactionAttributeSource declared, Map<Method, RepositoryTransaction> defaults) {
		this.declared = declared;
		this.defaults = defaults;
	}

	/**
	 * Adds default transactions to a repository.
	 * @param declared the attributes that Spring Data finds
	 * @param repository the repository interface
	 * @param entity the type of its entities
	 * @param queryMethods the declared query methods of the repository
	 * @return the combined attributes
	 */
	public static TransactionAttributeSource complete(TransactionAttributeSource declared, Class<?> repository,
			Class<?> entity, Collection<Method> queryMethods) {
		if (new TypeAnnotations().arePresent(repository)) {
			// Spring Data ignores annotations on the type for methods of other
			// interfaces. Defaults for these methods would be unexpected.
			return declared;
		}
		Map<Method, RepositoryTransaction> defaults = new HashMap<>();
		for (Method method : queryMethods) {
			RepositoryAccess access = RepositoryMethodRule.access(method, entity);
			if (access != null) {
				defaults.put(method, new RepositoryTransaction(access, repository.getName() + "." + method.getName()));
			}
		}
		return new RepositoryTransactions(declared, Map.copyOf(defaults));
	}

	@Override
	public @Nullable TransactionAttribute getTransactionAttribute(Method method, @Nullable Class<?> targetClass) {
		TransactionAttribute attribute = this.declared.getTransactionAttribute(method, targetClass);
		if (attribute != null) {
			return attribute;
		}
		RepositoryTransaction ours = this.defaults.get(method);
		return (ours != null && ours.isWanted()) ? ours : null;
	}

	/**
	 * Finds any transaction annotation on a type and its supertypes.
	 */
	private static final class TypeAnnotations extends AnnotationTransactionAttributeSource {

		boolean arePresent(Class<?> type) {
			return findTransactionAttribute(type) != null;
		}

	}

	/**
	 * The transaction attribute of a query method that declares no transaction.
	 */
	static final class RepositoryTransaction extends DefaultTransactionAttribute {

		private final boolean unclear;

		RepositoryTransaction(RepositoryAccess access, String name) {
			setReadOnly(access == RepositoryAccess.READS);
			setDescriptor(name);
			this.unclear = access == RepositoryAccess.UNCLEAR;
		}

		/**
		 * Returns whether to apply this transaction now. A method that may read or write
		 * gets none inside the caller's transaction, because a read-only one could reject
		 * it by mistake.
		 */
		boolean isWanted() {
			return !this.unclear || !TransactionSynchronizationManager.isActualTransactionActive();
		}

		/**
		 * Does not mark a caller's transaction for rollback. As without this attribute, a
		 * caller that catches the exception can still commit.
		 */
		@Override
		public boolean rollbackOn(Throwable ex) {
			TransactionStatus status = TransactionAspectSupport.currentTransactionStatus();
			return super.rollbackOn(ex) && (status.isNewTransaction() || status.isRollbackOnly());
		}

	}

}
