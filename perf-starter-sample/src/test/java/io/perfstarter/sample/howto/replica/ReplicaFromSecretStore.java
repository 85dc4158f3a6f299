package io.perfstarter.sample.howto.replica;

import java.util.Map;

import io.perfstarter.routing.autoconfigure.ReplicaConnectionDetails;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Takes the address of the replica {@code r1} and who logs in there from a secret store.
 */
// tag::details[]
@Configuration(proxyBeanMethods = false)
class ReplicaFromSecretStore {

	@Bean
	ReplicaConnectionDetails r1(SecretStore secrets) {
		return new SecretReplica("r1", secrets.read("databases/r1"));
	}

	/**
	 * A replica whose address is read from the secret store.
	 *
	 * @param name the name of the replica
	 * @param secret its URL, user and password
	 */
	record SecretReplica(String name, Map<String, String> secret) implements ReplicaConnectionDetails {

		@Override
		public String getReplicaName() {
			return this.name;
		}

		@Override
		public String getJdbcUrl() {
			return this.secret.get("url");
		}

		@Override
		public @Nullable String getUsername() {
			return this.secret.get("username");
		}

		@Override
		public @Nullable String getPassword() {
			return this.secret.get("password");
		}

	}

}
// end::details[]
