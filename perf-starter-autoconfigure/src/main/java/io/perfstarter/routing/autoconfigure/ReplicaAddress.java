package io.perfstarter.routing.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Where a replica is, and who logs in there.
 *
 * @param name the name of the replica
 * @param url its JDBC URL, {@code null} if only the settings of its pool may say so
 * @param username the user, {@code null} for that of the primary
 * @param password the password, {@code null} for that of the primary
 * @param driverClassName the driver, {@code null} for the one that the URL suggests
 */
record ReplicaAddress(String name, @Nullable String url, @Nullable String username, @Nullable String password,
		@Nullable String driverClassName) {

	/**
	 * Leaves out what may be secret.
	 */
	@Override
	public String toString() {
		return "ReplicaAddress[name=%s]".formatted(this.name);
	}

}
