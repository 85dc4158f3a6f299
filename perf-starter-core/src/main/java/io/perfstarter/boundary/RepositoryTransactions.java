package io.perfstarter.boundary;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * The transactions of a repository: those that Spring Data knows, and for declared query
 * methods without one that of {@link RepositoryMethodRule}.
 */
public final class RepositoryTransactions implements TransactionAttributeSource {

	private final TransactionAttributeSource declared;

	private final Map<Method, RepositoryTransaction> defaults;

	private RepositoryTransactions(TransactionAttributeSource declared, Map<Method, RepositoryTransaction> defaults) {
		this.declared = declared;
		this.defaults = defaults;
	}

	/**
	 * Completes the transactions of a repository.
	 * @param declared what Spring Data knows
	 * @param repository the interface of the repository
	 * @param queryMethods its declared query methods
	 * @return these, and ours
	 */
	public static TransactionAttributeSource complete(TransactionAttributeSource declared, Class<?> repository,
			Collection<Method> queryMethods) {
		if (new TypeAnnotations().arePresent(repository)) {
			// Spring Data does not apply them to methods that another interface declares,
			// but
			// whoever has written them does not expect ours.
			return declared;
		}
		Map<Method, RepositoryTransaction> defaults = new HashMap<>();
		for (Method method : queryMethods) {
			RepositoryAccess access = RepositoryMethodRule.access(method);
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
	 * All annotations of transactions that Spring knows, on a type and what it extends.
	 */
	private static final class TypeAnnotations extends AnnotationTransactionAttributeSource {

		boolean arePresent(Class<?> type) {
			return findTransactionAttribute(type) != null;
		}

	}

}
