package io.perfstarter.sample.coldstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.ticket.ParkingData;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.FileSystemUtils;

/**
 * Starts ticket-services on one PostgreSQL: its driver is what the service has to warm
 * up, and nothing of the database is compiled at run time.
 */
final class TicketServices implements AutoCloseable {

	private static final Path ROOT = Path.of("target", "cold-start").toAbsolutePath();

	private static final String TICKET = """
			select row_to_json(t)::text from (select id, parking_lot_id as "parkingLotId", zone_id as "zoneId", \
			category_id as "categoryId", exchange_id as "exchangeId", car_number as "carNumber", \
			start_at as "startAt", end_at as "endAt", status, notes from tickets where id = ?) t""";

	private final List<String> jvmOptions;

	private final EmbeddedPostgres postgres;

	private final List<Path> classPath;

	private int started;

	/**
	 * Starts the database.
	 * @param smoke whether nothing is measured, so that the services are to be ready soon
	 */
	TicketServices(boolean smoke) throws IOException {
		this.jvmOptions = (smoke) ? List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
				: List.of("-Xmx512m", "-XX:+UseSerialGC");
		LoggingSystem.get(TicketServices.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(ROOT);
		Files.createDirectories(ROOT);
		this.classPath = ClassPath.ofJars(ROOT);
		this.postgres = EmptyPostgres.in(ROOT).start();
		ParkingData.create(this.postgres.getPostgresDatabase());
	}

	Path file(String name) {
		return ROOT.resolve(name);
	}

	/**
	 * The ticket that is written, as it is.
	 */
	String ticket() {
		return new JdbcTemplate(this.postgres.getPostgresDatabase()).queryForObject(TICKET, String.class, Api.CHANGED);
	}

	/**
	 * A client that has asked often, a service that is not measured.
	 * @param times how often it asks for each API
	 */
	Client warmClient(int times) throws IOException {
		Client client = new Client(ticket());
		if (times > 0) {
			try (Service service = start(List.of(), List.of("--perf-starter.warmup.enabled=false")).awaitReady()) {
				for (int i = 0; i < times; i++) {
					for (Api api : Api.values()) {
						client.ask(service.port(), api, i);
					}
				}
			}
		}
		return client;
	}

	/**
	 * Starts one.
	 * @param jvmOptions further options of its JVM
	 * @param arguments further arguments
	 */
	Service start(List<String> jvmOptions, List<String> arguments) throws IOException {
		List<String> options = new ArrayList<>(this.jvmOptions);
		options.addAll(jvmOptions);
		List<String> all = new ArrayList<>(List.of("--eureka.client.enabled=false",
				"--management.endpoints.web.exposure.include=health,warmup",
				"--spring.datasource.url=jdbc:postgresql://localhost:%d/postgres".formatted(this.postgres.getPort()),
				"--spring.datasource.username=postgres"));
		all.addAll(arguments);
		this.started++;
		return Service.start(file(this.started + ".log"), TicketServiceMain.class, this.classPath, options, all);
	}

	@Override
	public void close() throws IOException {
		this.postgres.close();
	}

}
