package io.perfstarter.jdbc;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Shortens the names that Spring gives to transactions. Stateless and thread-safe.
 */
public final class TransactionNames {

	private TransactionNames() {
	}

	/**
	 * Shortens a transaction name for messages.
	 * @param name the fully qualified method name that Spring uses as transaction name,
	 * {@code null} for an unnamed transaction
	 * @return simple class name and method, such as {@code Orders.place()}; a fixed text
	 * for an unnamed transaction
	 */
	public static String shortened(@Nullable String name) {
		if (name == null || name.isEmpty()) {
			return "An unnamed transaction";
		}
		int method = name.lastIndexOf('.');
		return (method > 0) ? ClassUtils.getShortName(name.substring(0, method)) + name.substring(method) + "()" : name;
	}

}
