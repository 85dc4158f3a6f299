package io.perfstarter.coherence.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DiscoveryClients}.
 */
@ExtendWith(OutputCaptureExtension.class)
class DiscoveryClientsTests {

	@ParameterizedTest
	@ValueSource(strings = { "spring.cloud.consul.discovery.default-query-tag",
			"spring.cloud.consul.discovery.server-list-query-tags.orders", "spring.cloud.kubernetes.discovery.filter",
			"spring.cloud.kubernetes.discovery.service-labels.group" })
	void aFilterIsNamed(String setting, CapturedOutput output) {
		DiscoveryClients.warnIfFiltered(new MockEnvironment().withProperty(setting, "blue"));
		assertThat(output).containsPattern("WARN .*'" + setting.replaceAll("\\.(orders|group)$", "") + "' filters");
	}

	@Test
	void withoutAFilterNothingIsLogged(CapturedOutput output) {
		DiscoveryClients.warnIfFiltered(
				new MockEnvironment().withProperty("spring.cloud.consul.discovery.prefer-ip-address", "true"));
		assertThat(output).isEmpty();
	}

}
