package io.perfstarter.coherence.autoconfigure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

import io.perfstarter.peer.RegisteredPeers;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Adds an id of this start of the application and the port for messages of peers to the
 * metadata in registries, unless the fan-out is switched off.
 */
class RegistrationEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	private static final String[] METADATA = { "eureka.instance.metadata-map", "spring.cloud.consul.discovery.metadata",
			"spring.cloud.zookeeper.discovery.metadata", "spring.cloud.nacos.discovery.metadata" };

	/**
	 * Returns the id that this start of the application announces.
	 * @param environment the environment of the application
	 * @return the id, {@code null} if there is none
	 */
	static @Nullable String incarnation(Environment environment) {
		return Arrays.stream(METADATA)
			.map((registry) -> environment.getProperty(registry + "." + RegisteredPeers.INCARNATION))
			.filter(StringUtils::hasText)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Runs after all post-processors that add properties.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		Binder binder = Binder.get(environment);
		if (!binder.bind(CoherenceProperties.PREFIX + ".enabled", Boolean.class).orElse(true)
				|| OnFanOutCondition.mode(binder) == FanOutMode.OFF) {
			return;
		}
		String incarnation = UUID.randomUUID().toString();
		String port = environment.getProperty(CoherenceProperties.PREFIX + ".port");
		Map<String, Object> metadata = new LinkedHashMap<>();
		for (String registry : METADATA) {
			metadata.put(registry + "." + RegisteredPeers.INCARNATION, incarnation);
			if (StringUtils.hasText(port)) {
				metadata.put(registry + "." + RegisteredPeers.PORT, port);
			}
		}
		// At a refresh, Spring Cloud processes the environment again although the
		// application does not start.
		metadata.keySet().removeIf(environment::containsProperty);
		DefaultPropertiesPropertySource.addOrMerge(metadata, environment.getPropertySources());
	}

}
