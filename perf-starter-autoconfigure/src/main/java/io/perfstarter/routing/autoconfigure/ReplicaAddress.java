package io.perfstarter.routing.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * The address and credentials of a replica.
 *
 * @param name the name of the replica
 * @param url its JDBC URL, {@code null} to use the URL of the pool settings
 * @param username the user, {@code null} for the user of the primary
 * @param password the password, {@code null} for the password of the primary
 */
record ReplicaAddress(String name, @Nullable String url, @Nullable String username, @Nullable String password) {

	/**
	 * Omits values that may be secret.
	 */
	@Override
	public String toString() {
		return "ReplicaAddress[name=%s]".formatted(this.name);
	}

}
