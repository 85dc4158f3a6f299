package io.perfstarter.routing.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where a replica is: as a bean, it supplies the address of the configured replica of its
 * name, or adds a replica.
 */
public interface ReplicaConnectionDetails extends ConnectionDetails {

	/**
	 * Which replica it is.
	 * @return its name, as under {@code perf-starter.routing.replicas}
	 */
	String getReplicaName();

	/**
	 * Where it is.
	 * @return its JDBC URL
	 */
	String getJdbcUrl();

	/**
	 * Who logs in.
	 * @return the user, {@code null} for that of the configuration
	 */
	@Nullable String getUsername();

	/**
	 * By which password.
	 * @return the password, {@code null} for that of the configuration
	 */
	@Nullable String getPassword();

	/**
	 * By which driver.
	 * @return the name of its class, {@code null} for the one that the URL suggests
	 */
	default @Nullable String getDriverClassName() {
		return null;
	}

}
