package io.perfstarter.routing.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The address and credentials of a replica, supplied by a bean. Overrides the properties
 * of the replica of the same name, or adds a replica.
 */
public interface ReplicaConnectionDetails extends ConnectionDetails {

	/**
	 * Returns the name of the replica.
	 * @return the name, as under {@code perf-starter.routing.replicas}
	 */
	String getReplicaName();

	/**
	 * Returns the JDBC URL of the replica.
	 * @return the URL
	 */
	String getJdbcUrl();

	/**
	 * Returns the user.
	 * @return the user, {@code null} for the configured one
	 */
	@Nullable String getUsername();

	/**
	 * Returns the password.
	 * @return the password, {@code null} for the configured one
	 */
	@Nullable String getPassword();

}
