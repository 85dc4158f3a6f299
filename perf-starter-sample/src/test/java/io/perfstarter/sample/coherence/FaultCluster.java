package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.coherence.Relay.Cut;
import io.perfstarter.sample.ticket.ParkingData;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances of the ticket-service in processes of their own, which reach each other and
 * their database through relays, with their registry.
 */
final class FaultCluster implements AutoCloseable {

	static final Path ROOT = Path.of("target", "coherence-faults").toAbsolutePath();

	private static final String USER = "postgres";

	private static final Duration PATIENCE = Duration.ofSeconds(150);

	private static final Duration SOON = Duration.ofMillis(400);

	private static final Duration POLL = Duration.ofMillis(50);

	/** No other reads or changes it. */
	private static final long PROBE = 900;

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	// Read by the threads of the relays.
	private final List<InstanceProcess> instances = new CopyOnWriteArrayList<>();

	private final Map<InstanceProcess, Relay> relays = new HashMap<>();

	private final TicketClient client = new TicketClient();

	private final Path directory;

	private final List<String> settings;

	private final Relay databaseRelay;

	private final Witness witness;

	private final Registry registry;

	private PostgresServer server;

	private int probes;

	private FaultCluster(String name, String... settings) throws IOException {
		this.directory = ROOT.resolve(name);
		this.settings = List.of(settings);
		LoggingSystem.get(FaultCluster.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(this.directory);
		Files.createDirectories(this.directory);
		try {
			this.server = add(new PostgresServer(this.directory));
			this.databaseRelay = add(new Relay(this.server.port(), this::opener));
			ParkingData.create(database());
			this.witness = add(new Witness(url() + "?user=" + USER));
			this.registry = add(new Registry(FreePort.find()));
		}
		catch (IOException | RuntimeException ex) {
			close();
			throw ex;
		}
	}

	/**
	 * Starts a cluster and waits until its instances work together.
	 */
	static FaultCluster start(String name, List<String> instances, String... settings)
			throws IOException, InterruptedException {
		FaultCluster cluster = new FaultCluster(name, settings);
		try {
			for (String instance : instances) {
				cluster.add(instance);
			}
			cluster.settle();
			return cluster;
		}
		catch (IOException | InterruptedException | RuntimeException | Error ex) {
			cluster.close();
			throw ex;
		}
	}

	private <T extends AutoCloseable> T add(T part) {
		this.parts.push(part);
		return part;
	}

	/**
	 * Starts one more instance.
	 * @return the instance, which may not be ready yet
	 */
	InstanceProcess add(String name, String... more) throws IOException {
		int port = FreePort.find();
		Relay relay = add(new Relay(port, this::opener));
		List<String> arguments = new ArrayList<>(List.of("--spring.datasource.url=" + url(),
				"--spring.datasource.username=" + USER,
				"--eureka.client.service-url.defaultZone=" + this.registry.url(),
				"--eureka.instance.hostname=127.0.0.1", "--eureka.instance.non-secure-port=" + relay.port(),
				"--eureka.instance.instance-id=" + name, "--eureka.instance.lease-renewal-interval-in-seconds=1",
				"--eureka.instance.lease-expiration-duration-in-seconds=3",
				"--eureka.client.registry-fetch-interval-seconds=1", "--perf-starter.warmup.enabled=false",
				// A client that shuts down waits for the next one.
				"--eureka.client.instance-info-replication-interval-seconds=1"));
		arguments.addAll(this.settings);
		arguments.addAll(List.of(more));
		InstanceProcess instance = add(new InstanceProcess(name, port, this.directory, arguments));
		instance.start();
		this.relays.put(instance, relay);
		this.instances.add(instance);
		return instance;
	}

	/**
	 * Opens connections to the database, as somebody who changes it by hand.
	 */
	DataSource database() {
		return new DriverManagerDataSource(url(), USER, "");
	}

	private String url() {
		return "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(this.databaseRelay.port());
	}

	/**
	 * Starts a standby of the database, which is restarted for it.
	 */
	PostgresServer addStandby() throws IOException {
		return add(this.server.addStandby());
	}

	/**
	 * Replaces the server of the database, which is stopped, by its standby.
	 */
	void promote(PostgresServer standby) throws IOException {
		this.server.stop();
		standby.promote();
		this.databaseRelay.retarget(standby.port());
		this.server = standby;
	}

	private String opener(int from, int to) {
		return this.instances.stream()
			.filter((instance) -> instance.hasConnected(from, to))
			.map(InstanceProcess::name)
			.findFirst()
			.orElse("nobody");
	}

	/**
	 * Ends an instance that is no part of the cluster any more.
	 */
	void remove(InstanceProcess instance) throws Exception {
		this.instances.remove(instance);
		instance.close();
		this.relays.remove(instance).close();
	}

	TicketClient client() {
		return this.client;
	}

	Witness witness() {
		return this.witness;
	}

	List<InstanceProcess> instances() {
		return List.copyOf(this.instances);
	}

	/**
	 * Cuts an instance off from what its peers send.
	 */
	void cutTo(InstanceProcess instance, Cut cut) {
		peersOf(instance).forEach((peer) -> this.relays.get(instance).cut(peer.name(), cut));
	}

	/**
	 * Cuts off the peers of an instance from what it sends.
	 */
	void cutFrom(InstanceProcess instance, Cut cut) {
		peersOf(instance).forEach((peer) -> this.relays.get(peer).cut(instance.name(), cut));
	}

	void cutFromDatabase(InstanceProcess instance, Cut cut) {
		this.databaseRelay.cut(instance.name(), cut);
	}

	private List<InstanceProcess> peersOf(InstanceProcess instance) {
		return instances().stream().filter((peer) -> peer != instance).toList();
	}

	/**
	 * How often cuts have kept something from arriving, since the links were mended.
	 */
	int affected() {
		return this.databaseRelay.affected() + this.relays.values().stream().mapToInt(Relay::affected).sum();
	}

	void heal() {
		this.databaseRelay.heal();
		this.relays.values().forEach(Relay::heal);
	}

	/**
	 * Repairs whatever is broken and waits until each instance sees all others and hears
	 * of their changes at once.
	 */
	void settle() throws IOException, InterruptedException {
		heal();
		this.server.start();
		for (InstanceProcess instance : instances()) {
			if (!instance.isAlive()) {
				instance.start();
			}
			instance.resume();
		}
		instances().forEach(this::awaitReady);
		for (InstanceProcess writer : instances()) {
			for (InstanceProcess reader : peersOf(writer)) {
				await("news from %s at %s".formatted(writer, reader)).atMost(PATIENCE)
					.pollInterval(POLL)
					.failFast(this::assertAlive)
					.ignoreExceptions()
					.until(() -> travels(writer, reader));
			}
		}
	}

	/**
	 * Waits until an instance sees all others.
	 */
	void awaitReady(InstanceProcess instance) {
		List<String> addresses = this.relays.values()
			.stream()
			.map((relay) -> "http://127.0.0.1:" + relay.port())
			.sorted()
			.toList();
		await("%s, see %s".formatted(instance, instance.log())).atMost(PATIENCE)
			.pollInterval(POLL)
			.failFast(this::assertAlive)
			.ignoreExceptionsInstanceOf(IOException.class)
			.untilAsserted(() -> assertThat(this.client.instances(instance)).as("the registry holds %s", this.registry)
				.isEqualTo(addresses));
	}

	private void assertAlive() {
		for (InstanceProcess instance : this.instances) {
			assertThat(instance.isAlive()).as(instance::lastWords).isTrue();
		}
	}

	private boolean travels(InstanceProcess writer, InstanceProcess reader) throws Exception {
		this.client.read(reader, PROBE);
		if (!this.client.read(reader, PROBE).hit()) {
			return false;
		}
		String value = "probe %d".formatted(++this.probes);
		this.client.write(writer, PROBE, value);
		long written = System.nanoTime();
		while (System.nanoTime() - written < SOON.toNanos()) {
			if (this.client.read(reader, PROBE).value().equals(value)) {
				return true;
			}
		}
		return false;
	}

	@Override
	public void close() {
		while (!this.parts.isEmpty()) {
			AutoCloseable part = this.parts.pop();
			try {
				part.close();
			}
			catch (Exception ex) {
				System.err.println("%s did not stop: %s".formatted(part, ex));
			}
		}
	}

}
