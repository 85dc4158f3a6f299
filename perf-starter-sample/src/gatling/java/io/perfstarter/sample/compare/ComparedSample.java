package io.perfstarter.sample.compare;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.launcher.SampleDatabase;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.util.FileSystemUtils;

import static org.awaitility.Awaitility.await;

/**
 * The sample while it is compared: its database, front and token-service, which stay, and
 * the service, which is started as each step wants it.
 */
final class ComparedSample implements Closeable {

	private static final Setting FRONT = Setting.of("front");

	private static final Setting TOKEN = Setting.of("token");

	private final Deque<Closeable> parts = new ArrayDeque<>();

	private final Path logs;

	private final String classPath;

	private final int servicePort = FreePort.find();

	private final List<String> arguments = new ArrayList<>();

	private final ServiceProcess front;

	private @Nullable ServiceProcess service;

	private @Nullable Setting setting;

	private int started;

	/**
	 * Starts what stays.
	 * @param directory where data and logs are
	 * @param classPath the class path of the services
	 */
	ComparedSample(Path directory, String classPath) throws IOException {
		LoggingSystem.get(ComparedSample.class.getClassLoader()).beforeInitialize();
		this.logs = directory.resolve("logs");
		this.classPath = classPath;
		FileSystemUtils.deleteRecursively(this.logs);
		Files.createDirectories(this.logs);
		// Ends the one of a run that was killed.
		SampleDatabase database = new SampleDatabase(directory.resolve("database"), FreePort.find(), FreePort.find());
		this.parts.push(database);
		int tokenPort = FreePort.find();
		this.arguments.addAll(database.arguments());
		this.arguments.add(instance("token-service", tokenPort));
		this.arguments.add("--perf-starter.secret=" + "compared".repeat(8));
		this.arguments.add("--perf-starter.reporting.period=1s");
		ServiceProcess token = start(TOKEN, tokenPort, List.of());
		this.front = start(FRONT, FreePort.find(), List.of(instance("ticket-service", this.servicePort)));
		token.awaitReady();
		this.front.awaitReady();
	}

	/** Where one is that no registry is asked for. */
	private static String instance(String service, int port) {
		return "--spring.cloud.discovery.client.simple.instances.%s[0].uri=http://127.0.0.1:%d".formatted(service,
				port);
	}

	private ServiceProcess start(Setting setting, int port, List<String> further) throws IOException {
		this.started++;
		Path log = this.logs.resolve("%02d-%s.log".formatted(this.started, setting.application()));
		ServiceProcess process = ServiceProcess.start(log, this.classPath, port, setting, further);
		this.parts.push(process);
		return process;
	}

	/**
	 * Sees to it that there is a service with a setting.
	 * @param wanted the setting
	 * @return what the service before it has advised, if that was wanted
	 */
	Advised serve(Setting wanted) throws IOException, InterruptedException {
		if (wanted.equals(this.setting)) {
			return Advised.NOTHING;
		}
		Advised advised = (this.service != null && wanted.isAdvised())
				? Advised.of(this.service.whyslow()).only(wanted.advice()) : Advised.NOTHING;
		if (this.service != null) {
			this.parts.remove(this.service);
			this.service.close();
		}
		this.service = start(wanted.applied(advised), this.servicePort, this.arguments);
		this.service.awaitReady();
		this.setting = wanted;
		return advised;
	}

	String url(Request request) {
		return request.target().equals("front") ? this.front.url() : running().url();
	}

	/** Until the service has done what requests have left behind. */
	void awaitRest() {
		await("rest").atMost(Duration.ofMinutes(2))
			.pollInterval(Duration.ofMillis(200))
			.until(() -> isAtRest(running().whyslow()));
	}

	/** In its newest period nobody has had a connection. */
	private static boolean isAtRest(JsonNode whyslow) {
		JsonNode pools = whyslow.at("/windows/0/window/pools");
		return !pools.isEmpty() && pools.valueStream()
			.allMatch((pool) -> pool.path("leases").asLong() == 0 && pool.path("active").asLong() == 0);
	}

	/**
	 * What the service says of a load, once it has looked at all of it.
	 * @param begin when the load began
	 * @param end when it ended
	 */
	Observation observe(Instant begin, Instant end) throws IOException, InterruptedException {
		await("the last period").atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(200))
			.until(() -> newest(running().whyslow()).isAfter(end));
		return Observation.of(running().whyslow(), begin, end, running().threads());
	}

	private static Instant newest(JsonNode whyslow) {
		JsonNode end = whyslow.at("/windows/0/window/end");
		return (end.isString()) ? Instant.parse(end.asString()) : Instant.MIN;
	}

	private ServiceProcess running() {
		if (this.service == null) {
			throw new IllegalStateException("No service runs");
		}
		return this.service;
	}

	/** Twice does no harm. */
	@Override
	public synchronized void close() throws IOException {
		while (!this.parts.isEmpty()) {
			this.parts.pop().close();
		}
	}

}
