package io.perfstarter.web.autoconfigure;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The paths of Actuator on the port of the application. They include health probes that
 * stay on this port if Actuator has a separate port.
 */
@ConditionalOnClass({ PathMappedEndpoints.class, ManagementPortType.class })
public final class ActuatorPaths {

	private final Supplier<List<String>> paths;

	/**
	 * Creates the paths. They are resolved at the first request: filters are created
	 * early, and would force the early creation of the endpoints.
	 * @param endpoints supplies the endpoints
	 * @param environment provides the configured paths
	 */
	public ActuatorPaths(ObjectProvider<PathMappedEndpoints> endpoints, Environment environment) {
		this.paths = SingletonSupplier.of(() -> paths(endpoints.getIfAvailable(), environment));
	}

	private static List<String> paths(@Nullable PathMappedEndpoints endpoints, Environment environment) {
		if (endpoints == null) {
			return List.of();
		}
		String servletPath = StringUtils.trimTrailingCharacter(environment.getProperty("spring.mvc.servlet.path", ""),
				'/');
		Stream<String> probes = endpoints.stream()
			.flatMap((endpoint) -> endpoint.getAdditionalPaths(WebServerNamespace.SERVER).stream());
		Stream<String> own = (ManagementPortType.get(environment) != ManagementPortType.SAME) ? Stream.empty()
				: paths(endpoints);
		return Stream.concat(probes, own)
			.map((path) -> servletPath + (path.startsWith("/") ? path : "/" + path))
			.distinct()
			.toList();
	}

	private static Stream<String> paths(PathMappedEndpoints endpoints) {
		String base = StringUtils.trimTrailingCharacter(endpoints.getBasePath(), '/');
		return (!base.isEmpty()) ? Stream.of(base) : endpoints.getAllPaths().stream();
	}

	/**
	 * Returns whether a request of a reactive application belongs to Actuator. The
	 * filters of the application also serve a separate server of Actuator.
	 * @param server the context of the server, {@code null} if it is not known
	 * @param path the path, decoded, normalized and without the context path
	 * @return whether it is a request of Actuator
	 */
	public boolean contain(@Nullable ApplicationContext server, String path) {
		return WebServerApplicationContext.hasServerNamespace(server, WebServerNamespace.MANAGEMENT.getValue())
				|| contain(path);
	}

	/**
	 * Returns whether a path belongs to Actuator.
	 * @param path the path, decoded, normalized and without the context path
	 * @return whether it is a path of Actuator
	 */
	public boolean contain(String path) {
		return this.paths.get()
			.stream()
			.anyMatch((own) -> path.startsWith(own)
					&& (path.length() == own.length() || path.charAt(own.length()) == '/'));
	}

}
