package io.perfstarter.coherence.autoconfigure;

import java.util.Map;

import io.perfstarter.peer.RegisteredPeers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RegistrationEnvironmentPostProcessor}.
 */
class RegistrationEnvironmentPostProcessorTests {

	private static final String EUREKA = "eureka.instance.metadata-map";

	private static StandardEnvironment processed(Map<String, Object> properties) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
		process(environment);
		return environment;
	}

	private static void process(StandardEnvironment environment) {
		new RegistrationEnvironmentPostProcessor().postProcessEnvironment(environment, new SpringApplication());
	}

	private static Map<String, String> metadata(StandardEnvironment environment, String prefix) {
		return Binder.get(environment).bind(prefix, Bindable.mapOf(String.class, String.class)).orElse(Map.of());
	}

	@ParameterizedTest
	@ValueSource(strings = { EUREKA, "spring.cloud.consul.discovery.metadata",
			"spring.cloud.zookeeper.discovery.metadata", "spring.cloud.nacos.discovery.metadata" })
	void portAndIncarnationJoinTheMetadataOfTheApplication(String prefix) {
		StandardEnvironment environment = processed(
				Map.of(prefix + ".zone", "a", "perf-starter.coherence.port", "7900"));
		Map<String, String> metadata = metadata(environment, prefix);
		assertThat(metadata).containsOnlyKeys("zone", RegisteredPeers.PORT, RegisteredPeers.INCARNATION)
			.containsEntry("zone", "a")
			.containsEntry(RegisteredPeers.PORT, "7900");
		assertThat(metadata.get(RegisteredPeers.INCARNATION)).hasSize(36)
			.isEqualTo(RegistrationEnvironmentPostProcessor.incarnation(environment));
	}

	@Test
	void eachStartHasAnotherIncarnationAndARefreshIsNone() {
		StandardEnvironment environment = processed(Map.of());
		Map<String, String> metadata = metadata(environment, EUREKA);
		assertThat(metadata).containsOnlyKeys(RegisteredPeers.INCARNATION)
			.isNotEqualTo(metadata(processed(Map.of()), EUREKA));
		process(environment);
		assertThat(metadata(environment, EUREKA)).isEqualTo(metadata);
	}

	@ParameterizedTest
	@ValueSource(strings = { "perf-starter.coherence.enabled", "perf-starter.coherence.fan-out" })
	void switchedOffItAnnouncesNothing(String property) {
		assertThat(metadata(processed(Map.of(property, false, "perf-starter.coherence.port", "7900")), EUREKA))
			.isEmpty();
		assertThat(RegistrationEnvironmentPostProcessor.incarnation(processed(Map.of(property, false)))).isNull();
	}

}
