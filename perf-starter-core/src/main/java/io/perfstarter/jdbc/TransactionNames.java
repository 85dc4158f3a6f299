package io.perfstarter.jdbc;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Shortens the names that Spring gives to transactions.
 */
public final class TransactionNames {

	private TransactionNames() {
	}

	/**
	 * Shortens the name of a transaction.
	 * @param name the qualified name of the method that began it, as Spring gives it,
	 * {@code null} if it has none
	 * @return the class without its package, and the method
	 */
	public static String shortened(@Nullable String name) {
		if (name == null || name.isEmpty()) {
			return "A transaction without a name";
		}
		int method = name.lastIndexOf('.');
		return (method > 0) ? ClassUtils.getShortName(name.substring(0, method)) + name.substring(method) + "()" : name;
	}

}
