package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.GrowingLog;
import io.perfstarter.sample.ticket.ParkingData;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes the DNS records by which instances find each other while they run. The JDK
 * resolves the name, with its cache of look-ups, which keeps a result for 2 s.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs all addresses that begin with 127")
@Timeout(600)
@Tag(Tier.ALL)
class DnsFaultsTests {

	private static final Duration BOUND = Duration.ofSeconds(5);

	private static final Duration TOLERANCE = Duration.ofMillis(100);

	/**
	 * The JVM keeps a result, also one without addresses, for 2 s, and peers are looked
	 * up each second.
	 */
	private static final Duration PROPAGATION = Duration.ofSeconds(5);

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	/** Tickets from here on are changed once. */
	private static final int QUIET = 101;

	private final Path directory = FaultCluster.ROOT.resolve("dns");

	private final TicketClient client = new TicketClient();

	private final Map<String, InstanceProcess> running = new LinkedHashMap<>();

	private final int port = FreePort.find();

	private DnsRecords records;

	private EmbeddedPostgres postgres;

	private Witness witness;

	DnsFaultsTests() throws IOException {
	}

	@BeforeEach
	void prepare() throws Exception {
		FileSystemUtils.deleteRecursively(this.directory);
		Files.createDirectories(this.directory);
		this.records = new DnsRecords(this.directory);
		this.postgres = EmptyPostgres.in(this.directory).start();
		ParkingData.create(this.postgres.getPostgresDatabase());
		this.witness = new Witness(this.postgres.getJdbcUrl("postgres", "postgres"));
	}

	@AfterEach
	void end() throws Exception {
		this.running.values().forEach(InstanceProcess::close);
		if (this.witness != null) {
			this.witness.close();
		}
		if (this.postgres != null) {
			this.postgres.close();
		}
	}

	@Test
	void boundHoldsWhileInstancesJoinLeaveAndMove() throws Exception {
		InstanceProcess a = start("A", "127.0.0.2");
		InstanceProcess b = start("B", "127.0.0.3");
		// The JVM keeps that there is no record, too.
		await("failing look-up", a).until(
				() -> GrowingLog.read(a.log()).contains("Look-up of the peers '%s' failed".formatted(DnsRecords.NAME)));
		this.records.add("127.0.0.2");
		this.records.add("127.0.0.3");
		awaitCertified();
		try (Load load = new Load(List.of(a, b), this.client, this.witness)) {
			InstanceProcess c = start("C", "127.0.0.4");
			this.records.add("127.0.0.4");
			await("answer", c).until(() -> this.client.coherence(c).has("mode"));
			load.readFrom(c);
			load.commit(a, QUIET);
			load.commit(c, QUIET + 1);
			awaitCertified();
			load.commit(b, QUIET + 2);
			b.stop();
			leave("127.0.0.3");
			load.commit(c, QUIET + 3);
			awaitCertified();
			assertThat(GrowingLog.read(a.log())).doesNotContain("stopped without leaving the group");
			load.commit(c, QUIET + 4);
			c.kill();
			leave("127.0.0.4");
			InstanceProcess moved = start("C-moved", "127.0.0.5");
			this.records.add("127.0.0.5");
			await("answer", moved).until(() -> this.client.coherence(moved).has("mode"));
			load.readFrom(moved);
			load.commit(moved, QUIET + 5);
			awaitCertified();
			load.commit(a, QUIET + 6);
			load.commit(moved, QUIET + 7);
			load.awaitHits(moved);
			load.stopWriting();
			await("reads after the bound", a).pollDelay(BOUND.plusSeconds(1)).until(() -> true);
			Observation observation = load.end();
			assertThat(observation.hits()).isPositive();
			assertThat(observation.over(BOUND.plus(TOLERANCE)).stream().limit(5))
				.as("the logs are in " + this.directory)
				.isEmpty();
		}
	}

	private InstanceProcess start(String name, String address) throws IOException {
		InstanceProcess instance = new InstanceProcess(name, address, this.port, this.directory,
				List.of(this.records.option(), "-Dsun.net.inetaddr.ttl=2", "-Dsun.net.inetaddr.negative.ttl=2"),
				List.of("--spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/postgres"
					.formatted(this.postgres.getPort()), "--spring.datasource.username=postgres",
						"--eureka.client.enabled=false", "--perf-starter.warmup.enabled=false",
						"--perf-starter.coherence.peers=dns:%s:%d".formatted(DnsRecords.NAME, this.port),
						"--perf-starter.coherence.discovery-interval=1s",
						"--perf-starter.coherence.max-staleness=" + BOUND,
						"--perf-starter.coherence.registry-propagation-delay=" + PROPAGATION));
		this.running.put(address, instance);
		instance.start();
		return instance;
	}

	private void leave(String address) throws IOException {
		this.running.remove(address);
		this.records.remove(address);
	}

	private static ConditionFactory await(String what, InstanceProcess instance) {
		return Awaitility.await("%s of %s".formatted(what, instance))
			.atMost(PATIENCE)
			.failFast(() -> assertThat(instance.isAlive()).as(instance::lastWords).isTrue())
			.ignoreExceptionsInstanceOf(IOException.class);
	}

	/**
	 * Waits until each instance serves all its entries, and knows exactly the others.
	 */
	private void awaitCertified() {
		this.running.forEach((address, instance) -> {
			List<String> others = this.running.keySet().stream().filter((other) -> !other.equals(address)).toList();
			await("peers", instance).untilAsserted(() -> {
				JsonNode state = this.client.coherence(instance);
				assertThat(peers(state)).as(state::toString).containsExactlyInAnyOrderElementsOf(others);
				assertThat(state.get("mode").asString()).isEqualTo("CERTIFIED");
			});
		});
	}

	private static List<String> peers(JsonNode state) {
		return StreamSupport.stream(state.get("members").spliterator(), false)
			.map((member) -> URI.create(member.get("address").asString()).getHost())
			.toList();
	}

}
