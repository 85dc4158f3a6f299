package io.perfstarter.sample.sidebyside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.RedisServer;
import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.coherence.Relay;
import io.perfstarter.sample.registry.RegistryApplication;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.boot.Banner;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.awaitility.Awaitility.await;

/**
 * Two instances over one PostgreSQL, and what the candidate needs to connect them.
 *
 * <p>
 * Redis has one relay for each instance, and without Redis each instance is registered at
 * the port of its relay.
 */
final class Cluster implements AutoCloseable {

	private static final int INSTANCES = 2;

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final String ANYBODY = "anybody";

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	private final List<Instance> instances = new ArrayList<>();

	private final List<Relay> relays = new ArrayList<>();

	private final Candidate candidate;

	private final Path directory;

	private final EmbeddedPostgres postgres;

	Cluster(Candidate candidate, Path directory) throws IOException {
		this.candidate = candidate;
		this.directory = directory;
		Files.createDirectories(directory);
		this.postgres = add(EmptyPostgres.in(directory).start());
		try {
			JdbcTemplate database = new JdbcTemplate(this.postgres.getPostgresDatabase());
			database.execute("create table ticket (id bigint primary key, version bigint not null)");
			database.update("insert into ticket select id, 0 from generate_series(1, ?) id", Load.PROBE);
			start();
		}
		catch (IOException | RuntimeException ex) {
			close();
			throw ex;
		}
	}

	private <T extends AutoCloseable> T add(T part) {
		this.parts.push(part);
		return part;
	}

	private void start() throws IOException {
		int redis = this.candidate.needsRedis() ? add(RedisServer.start(this.directory)).port() : 0;
		int registry = this.candidate.needsRegistry() ? startRegistry() : 0;
		for (int i = 0; i < INSTANCES; i++) {
			int port = FreePort.find();
			Relay relay = add(new Relay(this.candidate.needsRedis() ? redis : port, (from, to) -> ANYBODY));
			this.relays.add(relay);
			Instance instance = add(new Instance(i, port, this.directory, this.candidate.classPath(),
					arguments(port, relay.port(), registry)));
			this.instances.add(instance);
			instance.start();
		}
	}

	private int startRegistry() throws IOException {
		int port = FreePort.find();
		add(RegistryApplication.builder()
			.bannerMode(Banner.Mode.OFF)
			.run("--server.port=" + port, "--eureka.dashboard.enabled=false",
					"--eureka.server.eviction-interval-timer-in-ms=1000"));
		return port;
	}

	private List<String> arguments(int port, int relay, int registry) {
		List<String> arguments = new ArrayList<>(List.of(this.candidate.name(), "--spring.config.name=of-no-file",
				"--spring.application.name=tickets", "--server.address=127.0.0.1", "--server.port=" + port,
				"--spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/postgres".formatted(this.postgres.getPort()),
				"--spring.datasource.username=postgres", "--spring.freemarker.enabled=false",
				"--spring.cloud.loadbalancer.enabled=false", "--redis.port=" + relay,
				"--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + relay,
				"--eureka.client.enabled=" + this.candidate.needsRegistry(),
				"--eureka.client.service-url.defaultZone=http://127.0.0.1:%d/eureka/".formatted(registry),
				"--eureka.client.jersey.enabled=false", "--eureka.instance.hostname=127.0.0.1",
				"--eureka.instance.non-secure-port=" + relay, "--eureka.instance.instance-id=tickets-" + port,
				"--eureka.instance.lease-renewal-interval-in-seconds=1",
				"--eureka.instance.lease-expiration-duration-in-seconds=3",
				"--eureka.client.registry-fetch-interval-seconds=1"));
		arguments.addAll(this.candidate.settings());
		return arguments;
	}

	List<Instance> instances() {
		return this.instances;
	}

	Witness witness(Versions versions) throws SQLException {
		return add(new Witness(this.postgres.getPostgresDatabase(), versions));
	}

	/**
	 * Waits until an instance answers.
	 * @param instance the instance
	 * @param load asks it
	 */
	void awaitUp(Instance instance, Load load) {
		await(instance.toString()).atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(100))
			.failFast("it has ended: " + instance, () -> !instance.isAlive())
			.until(() -> load.ask(instance, Load.PROBE) != null);
		instance.up();
	}

	/**
	 * Waits until an instance answers from its cache, and does so after some seconds,
	 * too.
	 * @param instance the instance
	 * @param load asks it
	 */
	void awaitHits(Instance instance, Load load) {
		await("old hits of " + instance).atMost(PATIENCE)
			.pollInterval(SideBySideTests.BOUND.plusSeconds(1))
			.until(() -> {
				Load.Answer answer = load.ask(instance, Load.PROBE);
				return answer != null && answer.what().equals("hit");
			});
	}

	/**
	 * Holds what travels between the channels of the instances: all of it between the
	 * instances, or all between the first one and Redis.
	 */
	void partition() {
		List<Relay> cut = this.candidate.needsRedis() ? this.relays.subList(0, 1) : this.relays;
		cut.forEach((relay) -> relay.cut(ANYBODY, Relay.Cut.HOLD));
	}

	void heal() {
		this.relays.forEach(Relay::heal);
	}

	/**
	 * Writes all reads to a file, to find out what a figure comes from.
	 * @param reads the reads
	 * @param versions the versions
	 * @throws IOException if they cannot be written
	 */
	void write(Collection<Read> reads, Versions versions) throws IOException {
		long start = reads.stream().mapToLong(Read::start).min().orElse(0);
		List<String> lines = new ArrayList<>(List.of("phase,sent,instance,id,version,hit,took,stale"));
		reads.forEach((read) -> lines.add(String.format(Locale.ROOT, "%s,%.3f,%d,%d,%d,%b,%.3f,%.3f", read.phase(),
				(read.start() - start) / 1e9, read.instance(), read.id(), read.version(), read.hit(),
				read.nanos() / 1e9, versions.staleness(read.id(), read.version(), read.start()) / 1e9)));
		Files.write(this.directory.resolve("reads.csv"), lines);
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
