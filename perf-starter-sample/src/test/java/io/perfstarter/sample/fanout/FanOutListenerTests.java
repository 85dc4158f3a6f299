package io.perfstarter.sample.fanout;

import java.net.URI;
import java.util.List;
import java.util.Objects;

import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that instances find the listeners of each other in a real registry.
 */
@Tag(Tier.CI)
class FanOutListenerTests {

	@Test
	void registryCarriesThePortOfTheListenerAndTheIdOfTheStart() throws Exception {
		int port = FreePort.find();
		try (EurekaServer eureka = EurekaServer.start();
				Instance first = Instance.start("first", eureka, Instance.SECRET,
						"perf-starter.coherence.port=" + port);
				Instance second = Instance.start("second", eureka, Instance.SECRET)) {
			await().until(() -> members(second).contains(port));
			assertThat(eureka.metadata("first")).containsEntry("perf-starter-coherence-port", Integer.toString(port))
				.containsEntry("perf-starter-incarnation", Objects.requireNonNull(first.status()).origin());
			assertThat(eureka.metadata("second")).doesNotContainKey("perf-starter-coherence-port")
				.containsEntry("perf-starter-incarnation", Objects.requireNonNull(second.status()).origin());
			await().until(() -> members(first).contains(second.uri().getPort()));
		}
	}

	private static List<Integer> members(Instance instance) {
		NodeStatus status = instance.status();
		return (status != null) ? status.members()
			.stream()
			.filter((member) -> member.origin() != null)
			.map(NodeStatus.Member::address)
			.filter(Objects::nonNull)
			.map(URI::getPort)
			.toList() : List.of();
	}

}
