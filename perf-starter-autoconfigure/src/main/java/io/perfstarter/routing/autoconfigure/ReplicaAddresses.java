package io.perfstarter.routing.autoconfigure;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import io.perfstarter.routing.autoconfigure.RoutingProperties.Replica;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

/**
 * Collects the addresses and credentials of the replicas from beans and properties. Beans
 * take precedence.
 */
final class ReplicaAddresses {

	private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

	private ReplicaAddresses() {
	}

	/**
	 * Returns the addresses by the names of the replicas.
	 */
	static Map<String, Replica> of(RoutingProperties properties, List<ReplicaConnectionDetails> details) {
		Map<String, Replica> addresses = new LinkedHashMap<>(properties.replicas());
		addresses.keySet().forEach((name) -> checkName(name, RoutingProperties.REPLICAS + "." + name));
		Set<String> supplied = new HashSet<>();
		for (ReplicaConnectionDetails each : details) {
			String name = each.getReplicaName();
			checkName(name, each.getClass().getName());
			if (!supplied.add(name)) {
				throw new CannotStartException(HelpPage.ROUTING,
						"Two ReplicaConnectionDetails beans supply the address of the replica '%s'.".formatted(name),
						"Use different replica names, or remove one of the beans.");
			}
			Replica configured = addresses.getOrDefault(name, new Replica(null, null, null, Map.of()));
			addresses.put(name, new Replica(each.getJdbcUrl(), or(each.getUsername(), configured.username()),
					or(each.getPassword(), configured.password()), configured.hikari()));
		}
		return addresses;
	}

	private static void checkName(String name, String source) {
		if (!NAME.matcher(name).matches()) {
			throw new CannotStartException(HelpPage.ROUTING,
					"The replica name '%s' ('%s') cannot be used as the name of a pool and in meters.".formatted(name,
							source),
					"Use a name of lower-case letters, digits and dashes, such as 'r1'.");
		}
		if (name.equals(RoutingWiring.PRIMARY)) {
			throw new CannotStartException(HelpPage.ROUTING,
					"The replica name '%s' ('%s') is reserved for the primary.".formatted(name, source),
					"Use another name, such as 'r1'.");
		}
	}

	private static @Nullable String or(@Nullable String value, @Nullable String otherwise) {
		return (value != null) ? value : otherwise;
	}

}
