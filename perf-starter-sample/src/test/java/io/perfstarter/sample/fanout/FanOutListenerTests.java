package io.perfstarter.sample.fanout;

import java.net.URI;
import java.util.List;
import java.util.Objects;

import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static io.perfstarter.sample.fanout.TicketDesk.TICKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that instances find the listeners of each other in a real registry, and evict.
 */
@Tag(Tier.CI)
class FanOutListenerTests {

	private static EurekaServer eureka;

	private static int port;

	private static Instance first;

	private static Instance second;

	@BeforeAll
	static void start() throws Exception {
		port = FreePort.find();
		eureka = EurekaServer.start();
		first = Instance.start("first", eureka, "perf-starter.coherence.port=" + port);
		second = Instance.start("second", eureka);
		await().until(() -> members(second).contains(port));
		await().until(() -> members(first).contains(second.port()));
	}

	@AfterAll
	static void close() {
		first.close();
		second.close();
		eureka.close();
	}

	@Test
	void registryCarriesThePortOfTheListenerAndTheIdOfTheStart() {
		assertThat(eureka.metadata("first")).containsEntry("perf-starter-coherence-port", Integer.toString(port))
			.containsEntry("perf-starter-incarnation", Objects.requireNonNull(first.status()).origin());
		assertThat(eureka.metadata("second")).doesNotContainKey("perf-starter-coherence-port")
			.containsEntry("perf-starter-incarnation", Objects.requireNonNull(second.status()).origin());
	}

	@Test
	void whatOneChangesIsGoneFromTheOtherAndNothingElseIs() {
		assertEvicts(first, second);
		assertEvicts(second, first);
	}

	private static void assertEvicts(Instance changing, Instance other) {
		for (long id : new long[] { 1, 2 }) {
			changing.desk().notes(id);
			other.desk().notes(id);
			assertThat(other.holds(TICKETS, id)).isTrue();
		}
		changing.desk().annotate(1, "changed");
		assertThat(changing.desk().notes(1)).isEqualTo("changed");
		await().until(() -> !other.holds(TICKETS, 1L));
		assertThat(other.holds(TICKETS, 2L)).isTrue();
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
