package io.perfstarter.routing.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Collects the addresses of the replicas from beans and properties. Beans take
 * precedence.
 */
final class ReplicaAddresses {

	private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

	private final Map<String, ReplicaAddress> addresses = new LinkedHashMap<>();

	private final RoutingProperties.ReplicaDefaults defaults;

	private ReplicaAddresses(RoutingProperties.ReplicaDefaults defaults) {
		this.defaults = defaults;
	}

	static List<ReplicaAddress> of(RoutingProperties properties, List<ReplicaConnectionDetails> details) {
		ReplicaAddresses addresses = new ReplicaAddresses(properties.replicaDefaults());
		properties.replicas().forEach(addresses::add);
		Map<String, ReplicaConnectionDetails> supplied = new LinkedHashMap<>();
		details.forEach((each) -> {
			if (supplied.put(each.getReplicaName(), each) != null) {
				throw new RoutingCannotStartException(
						"Two ReplicaConnectionDetails beans supply the address of the replica '%s'.".formatted(
								each.getReplicaName()),
						"Use different replica names, or remove one of the beans.");
			}
			addresses.supply(each);
		});
		return List.copyOf(addresses.addresses.values());
	}

	private void add(String name, RoutingProperties.Replica replica) {
		checkName(name, RoutingProperties.REPLICAS + "." + name);
		this.addresses.put(name, new ReplicaAddress(name, replica.url(),
				or(replica.username(), this.defaults.username()), or(replica.password(), this.defaults.password())));
	}

	private void supply(ReplicaConnectionDetails details) {
		String name = details.getReplicaName();
		checkName(name, details.getClass().getName());
		ReplicaAddress configured = this.addresses.get(name);
		if (configured == null) {
			configured = new ReplicaAddress(name, null, this.defaults.username(), this.defaults.password());
		}
		this.addresses.put(name, new ReplicaAddress(name, details.getJdbcUrl(),
				or(details.getUsername(), configured.username()), or(details.getPassword(), configured.password())));
	}

	private static void checkName(String name, String source) {
		if (!NAME.matcher(name).matches()) {
			throw new RoutingCannotStartException(
					"The replica name '%s' ('%s') cannot be used as the name of a pool and in meters.".formatted(name,
							source),
					"Use a name of lower-case letters, digits and dashes, such as 'r1'.");
		}
		if (name.equals(RoutingWiring.PRIMARY)) {
			throw new RoutingCannotStartException(
					"The replica name '%s' ('%s') is reserved for the primary.".formatted(name, source),
					"Use another name, such as 'r1'.");
		}
	}

	private static @Nullable String or(@Nullable String value, @Nullable String otherwise) {
		return (value != null) ? value : otherwise;
	}

}
