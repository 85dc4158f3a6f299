package io.perfstarter.web.autoconfigure;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The paths of Actuator on the port of the application, with the probes of health that
 * are there even when Actuator has a port of its own.
 */
public final class ActuatorPaths {

	private final Supplier<List<String>> paths;

	/**
	 * Creates the paths, which are not looked for before the first request: filters are
	 * made early, and would make the endpoints as early.
	 * @param endpoints supplies the endpoints
	 * @param environment tells where they are
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
	 * Whether a path is one of them.
	 * @param path decoded, normalized and without the context path
	 * @return whether it is
	 */
	public boolean contain(String path) {
		return this.paths.get()
			.stream()
			.anyMatch((own) -> path.startsWith(own)
					&& (path.length() == own.length() || path.charAt(own.length()) == '/'));
	}

}
