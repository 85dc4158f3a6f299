package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.sample.front.FrontApplication;
import io.perfstarter.sample.ticket.TicketApplication;
import io.perfstarter.sample.token.TokenApplication;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.slf4j.LoggerFactory;

import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The parts of the sample in the JVM of the tests, on free ports and without a registry;
 * test classes share them.
 */
public final class RunningParts implements AutoCloseable {

	private final Visitor stranger = Visitor.withoutCookies();

	private final Parts parts = new Parts();

	private final Findings findings = new Findings();

	private final JdbcTemplate standby;

	private final List<String> ticketServices;

	private final List<String> instances;

	private final String front;

	private RunningParts() throws IOException {
		LoggingSystem.get(RunningParts.class.getClassLoader()).beforeInitialize();
		Path path = Files.createTempDirectory(Path.of("target"), "parts");
		this.parts.add(() -> SampleDirectory.delete(path));
		SampleDirectory directory = new SampleDirectory(path);
		int standbyPort = FreePort.find();
		Database database = this.parts.add(PostgresDatabase.start(directory, FreePort.find(), standbyPort));
		this.standby = new JdbcTemplate(new DriverManagerDataSource(
				"jdbc:postgresql://localhost:%d/postgres".formatted(standbyPort), "postgres", null));
		String token = start(TokenApplication.builder(), 0, List.of());
		int[] ports = { FreePort.find(), FreePort.find() };
		this.instances = new ArrayList<>();
		for (int i = 0; i < ports.length; i++) {
			this.instances.add(instance("ticket-service", i, "http://localhost:" + ports[i]));
		}
		List<String> arguments = new ArrayList<>(database.arguments());
		arguments.addAll(this.instances);
		arguments.add(instance("token-service", 0, token));
		arguments.add("--perf-starter.secret=a secret of the tests that is long enough");
		// Tests hold the standby, on a busy machine for longer than a replica may lag.
		arguments.add("--perf-starter.routing.lag.max=30s");
		// And a read that waits longer for a connection asks the primary.
		arguments.add("--perf-starter.routing.replicas.standby.hikari.connection-timeout=10000");
		// A warning about an idle connection would be one finding more.
		arguments.add("--perf-starter.boundary.idle-connection-threshold=5m");
		arguments.add("--perf-starter.warmup.timeout=2m");
		// Just so that there is one.
		arguments.add("--perf-starter.warmup.min-requests=1");
		arguments.add("--perf-starter.warmup.shutdown-delay=0s");
		this.ticketServices = List.of(start(TicketApplication.builder(), ports[0], arguments),
				start(TicketApplication.builder(), ports[1], arguments));
		this.front = start(FrontApplication.builder(), 0, this.instances);
		this.ticketServices.forEach(this::awaitCopies);
	}

	/** An instance that has just started keeps nothing until it has met the other. */
	private void awaitCopies(String instance) {
		await("copies of " + instance)
			.untilAsserted(() -> assertThat(get(instance + "/tickets/api/v1/1").headers().firstValue("X-Sample-Cache"))
				.contains("hit"));
	}

	private void awaitReplica(String instance) {
		await("replica of " + instance)
			.untilAsserted(() -> assertThat(get(instance + "/members/id-1").headers().firstValue("X-Sample-Database"))
				.contains("replica"));
	}

	private static String instance(String service, int index, String uri) {
		return "--spring.cloud.discovery.client.simple.instances.%s[%d].uri=%s".formatted(service, index, uri);
	}

	private String start(SpringApplicationBuilder application, int port, List<String> arguments) {
		return address(this.parts.add(run(application, port, arguments)));
	}

	private static ConfigurableApplicationContext run(SpringApplicationBuilder application, int port,
			List<String> arguments) {
		List<String> all = new ArrayList<>(arguments);
		all.add("--server.port=" + port);
		all.add("--eureka.client.enabled=false");
		return application.bannerMode(Banner.Mode.OFF).run(all.toArray(String[]::new));
	}

	/** Where an application that runs is to be found. */
	public static String address(ApplicationContext running) {
		WebServer server = ((WebServerApplicationContext) running).getWebServer();
		return "http://localhost:%d".formatted(server.getPort());
	}

	/** A front of its own, for a test that ends it. */
	public ConfigurableApplicationContext anotherFront(int port) {
		ConfigurableApplicationContext another = run(FrontApplication.builder(), port, this.instances);
		// Each application that starts sets up the logging anew.
		this.findings.listen();
		return another;
	}

	public String ticketService() {
		return this.ticketServices.get(0);
	}

	/** Two instances, which know each other. */
	public List<String> ticketServices() {
		return this.ticketServices;
	}

	public String front() {
		return this.front;
	}

	public HttpResponse<String> get(String uri) {
		return this.stranger.get(uri);
	}

	public HttpResponse<String> put(String uri, String body) {
		return this.stranger.put(uri, body);
	}

	/** What boundary has logged, of all instances since they have started. */
	public List<String> findingsOfBoundary() {
		return this.findings.messages;
	}

	/** From now on the standby does not show what is changed. */
	public void holdStandby() {
		this.standby.execute("select pg_wal_replay_pause()");
		await("standby held").untilAsserted(
				() -> assertThat(this.standby.queryForObject("select pg_get_wal_replay_pause_state()", String.class))
					.isEqualTo("paused"));
	}

	/**
	 * The standby catches up, for which it may cancel even the statement that asks for
	 * it.
	 */
	public void releaseStandby() {
		await("standby released").ignoreExceptions()
			.untilAsserted(() -> this.standby.execute("select pg_wal_replay_resume()"));
	}

	@Override
	public void close() {
		this.parts.close();
	}

	/**
	 * Keeps what boundary logs, which it does once, for whichever test comes first.
	 */
	private static final class Findings extends AppenderBase<ILoggingEvent> {

		private final List<String> messages = new CopyOnWriteArrayList<>();

		private void listen() {
			start();
			((Logger) LoggerFactory.getLogger("io.perfstarter.boundary")).addAppender(this);
		}

		@Override
		protected void append(ILoggingEvent event) {
			this.messages.add(event.getFormattedMessage());
		}

	}

	/**
	 * Gives the parts to test classes, and ends them after the last one.
	 */
	public static class Extension implements ParameterResolver {

		@Override
		public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
			return parameter.getParameter().getType() == RunningParts.class;
		}

		@Override
		public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
			RunningParts parts = context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(RunningParts.class))
				.computeIfAbsent(RunningParts.class, (type) -> start(), RunningParts.class);
			// Anew for each test: an application that another one has started has set up
			// the logging anew.
			parts.findings.listen();
			// A busy machine may just have found it down.
			parts.ticketServices.forEach(parts::awaitReplica);
			return parts;
		}

		private static RunningParts start() {
			try {
				return new RunningParts();
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
