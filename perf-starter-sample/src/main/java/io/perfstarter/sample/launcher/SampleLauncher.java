package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.perfstarter.sample.front.FrontApplication;
import io.perfstarter.sample.launcher.SampleOptions.DatabaseKind;
import io.perfstarter.sample.registry.RegistryApplication;
import io.perfstarter.sample.token.TokenApplication;

import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts all parts of the sample with one command, and stops all of them at its end.
 */
public final class SampleLauncher {

	private static final int SECRET_BYTES = 32;

	private final SampleOptions options;

	private final Ports ports;

	private final SampleDirectory directory;

	private final Parts parts = new Parts();

	private final Instant start = Instant.now();

	private SampleLauncher(SampleOptions options) {
		this.options = options;
		this.ports = new Ports(options.portOffset(), options.instances());
		this.directory = new SampleDirectory(options.directory());
	}

	public static void main(String[] args) {
		try {
			new SampleLauncher(SampleOptions.parse(args)).run();
		}
		catch (SampleException ex) {
			System.err.println("The sample cannot start. " + ex.getMessage());
			System.exit(1);
		}
		catch (Exception ex) {
			ex.printStackTrace();
			System.exit(1);
		}
	}

	private void run() throws IOException, InterruptedException {
		// Suppresses log messages until the first application configures the log levels.
		LoggingSystem.get(SampleLauncher.class.getClassLoader()).beforeInitialize();
		// The embedded database creates this folder, even if it is given another one.
		System.setProperty("ot.epg.working-dir", this.directory.binaries().toString());
		this.directory.lock();
		this.directory.clean();
		this.ports.requireFree();
		say("starting; logs are in " + this.options.directory());
		CompletableFuture<Database> databaseStart = CompletableFuture.supplyAsync(this::startDatabase);
		stopInTheEnd(databaseStart);
		this.parts.add(start(RegistryApplication.builder(), this.ports.registry()));
		say("registry is up");
		this.parts.add(start(TokenApplication.builder(), this.ports.token()));
		say("token-service is up");
		List<TicketProcess> processes = startTickets(join(databaseStart));
		ConfigurableApplicationContext front = start(FrontApplication.builder(), this.ports.front());
		this.parts.add(front);
		say("front is up; the instances warm up, and look for each other");
		new Readiness(SampleLauncher::say).await(processes, front.getBean(DiscoveryClient.class));
		sayWhatToOpen();
	}

	private void stopInTheEnd(CompletableFuture<Database> databaseStart) {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			say("stopping: the instances serve on until their clients know it, then the databases end");
			this.parts.close();
			// Waits for the start of the database. A database that is still starting is
			// added to the closed parts, which close it.
			databaseStart.exceptionally((ex) -> null).join();
			say("stopped");
		}, "stop"));
		if (this.options.stopWithParent()) {
			ProcessHandle.current().parent().ifPresent((parent) -> parent.onExit().thenRun(() -> System.exit(1)));
		}
	}

	private Database startDatabase() {
		if (this.options.database() == DatabaseKind.H2) {
			return startH2();
		}
		PostgresDatabase database;
		try {
			database = PostgresDatabase.start(this.directory, this.ports.primary(), this.ports.replica());
		}
		catch (IOException | RuntimeException ex) {
			this.directory.endDatabases();
			if (this.options.databaseLog()) {
				throw new SampleException(
						"The log in the database needs PostgreSQL, which does not run on this platform", ex);
			}
			say("PostgreSQL does not run on this platform (%s)".formatted(ex.getMessage()));
			return startH2();
		}
		this.parts.add(database);
		say("PostgreSQL is up, primary and streaming replica");
		return database;
	}

	private Database startH2() {
		try {
			Database database = this.parts.add(H2Database.start(this.ports.primary()));
			say("H2 is up, without a replica");
			return database;
		}
		catch (SQLException ex) {
			throw new SampleException("H2 did not start", ex);
		}
	}

	private static Database join(CompletableFuture<Database> start) {
		try {
			return start.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

	private List<TicketProcess> startTickets(Database database) throws IOException {
		List<String> arguments = new ArrayList<>(database.arguments());
		arguments.add(registryArgument());
		arguments.add("--spring.threads.virtual.enabled=" + this.options.virtualThreads());
		if (this.options.databaseLog()) {
			arguments.add("--spring.profiles.active=database-log");
		}
		Map<String, String> environment = Map.of("PERF_STARTER_SECRET", randomSecret(), TicketMain.DIRECTORY,
				this.options.directory().toString());
		List<TicketProcess> processes = new ArrayList<>();
		for (int port : this.ports.tickets()) {
			processes.add(this.parts.add(TicketProcess.start(port, arguments, environment, this.directory)));
		}
		say("ticket-service is starting on ports %s, with %s threads".formatted(this.ports.tickets(),
				(this.options.virtualThreads()) ? "virtual" : "platform"));
		return processes;
	}

	private ConfigurableApplicationContext start(SpringApplicationBuilder application, int port) {
		return application.bannerMode(Banner.Mode.OFF)
			.registerShutdownHook(false)
			.run("--server.port=" + port, registryArgument());
	}

	private String registryArgument() {
		return "--eureka.client.service-url.defaultZone=http://localhost:%d/eureka/".formatted(this.ports.registry());
	}

	/**
	 * Creates a secret, which is passed as an environment variable, because all users can
	 * read command lines.
	 */
	private static String randomSecret() {
		byte[] bytes = new byte[SECRET_BYTES];
		new SecureRandom().nextBytes(bytes);
		return HexFormat.of().formatHex(bytes);
	}

	private void sayWhatToOpen() {
		String query = "parkingLotId=1&searchStartAt=2024-03-01&searchEndAt=2024-03-31&page=1&size=10";
		say("open http://localhost:%d/ for the front, http://localhost:%d/ for the registry"
			.formatted(this.ports.front(), this.ports.registry()));
		say("try curl -i 'http://localhost:%d/tickets/api/v1/search?%s'".formatted(this.ports.tickets().get(0), query));
		say("try curl -i 'http://localhost:%d/tickets/api/v1/search-legacy?%s'".formatted(this.ports.front(), query));
		say("try curl -i 'http://localhost:%d/members/token-42'".formatted(this.ports.tickets().get(0)));
		say("sample is ready in %d s; Ctrl-C ends it"
			.formatted(Duration.between(this.start, Instant.now()).toSeconds()));
	}

	private static void say(String line) {
		System.out.println("[sample] " + line);
	}

}
