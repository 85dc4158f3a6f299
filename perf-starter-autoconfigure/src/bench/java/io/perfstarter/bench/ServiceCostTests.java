package io.perfstarter.bench;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.perfstarter.bench.ServiceLoad.Used;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the starter, as it is by default, takes of a service that has as much to do as it
 * carries: two processes, with it and without it, in turns.
 */
@Tag("benchmarks")
class ServiceCostTests {

	private static final String FILE = "service.md";

	private static final double TIME_BAR = 10;

	private static final double BYTES_BAR = 4096;

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final int pairs = this.smoke ? 1 : Integer.getInteger("service.pairs", 11);

	/** So many requests, because in a time a busy machine makes less of them. */
	private final double warmup = this.smoke ? 1 : 100_000;

	private final long turn = TimeUnit.MILLISECONDS.toNanos(this.smoke ? 300 : 3_000);

	@BeforeAll
	static void forget() throws Exception {
		Files.deleteIfExists(Report.FOLDER.resolve(FILE));
	}

	@Test
	void requestWithoutADatabase() throws Exception {
		measure("A request without a database", "/plain", List.of());
	}

	@Test
	void requestWithOneStatement() throws Exception {
		try (EmbeddedPostgres database = EmbeddedPostgres.start()) {
			try (Connection connection = database.getPostgresDatabase().getConnection();
					Statement statement = connection.createStatement()) {
				statement.execute("create table items as select 7 as id, 'Hello' as name");
			}
			measure("A request with one statement on PostgreSQL", "/statement",
					List.of("--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"),
							"--spring.datasource.username=postgres"));
		}
	}

	private void measure(String title, String path, List<String> arguments) throws Exception {
		Report report = new Report(title + ", with the starter and without, %d pairs in turns".formatted(this.pairs));
		Pairs requests = new Pairs();
		Pairs micros = new Pairs();
		Pairs bytes = new Pairs();
		try (ServiceProcess service = new ServiceProcess(true, arguments);
				ServiceProcess bare = new ServiceProcess(false, arguments);
				ServiceLoad load = new ServiceLoad(service.port(), path);
				ServiceLoad bareLoad = new ServiceLoad(bare.port(), path)) {
			warm(load);
			warm(bareLoad);
			for (int pair = 0; pair < this.pairs; pair++) {
				// Who is first changes, too.
				Used first = ((pair % 2 == 0) ? load : bareLoad).run(this.turn);
				Used second = ((pair % 2 == 0) ? bareLoad : load).run(this.turn);
				Used with = (pair % 2 == 0) ? first : second;
				Used without = (pair % 2 == 0) ? second : first;
				requests.add(with.requests(), without.requests());
				micros.add(with.micros(), without.micros());
				bytes.add(with.bytes(), without.bytes());
			}
		}
		report.row("requests in a second, with and without", text("%.0f", requests));
		report.row("processor time of the process for one, with and without", text("%.1f µs", micros));
		report.row("allocated for one, with and without", text("%.0f B", bytes));
		report.atMost("processor time that is added", "%.1f µs", micros.added(), TIME_BAR);
		report.atMost("memory that is added", "%.0f B", bytes.added(), BYTES_BAR);
		report.write(FILE);
		if (!this.smoke) {
			assertThat(report.exceeded()).isEmpty();
		}
	}

	private void warm(ServiceLoad load) throws Exception {
		double requests = 0;
		while (requests < this.warmup) {
			requests += load.run(this.turn).requests() * this.turn / 1e9;
		}
	}

	private static String text(String format, Pairs pairs) {
		return String.format(Locale.ROOT, format + ", " + format, pairs.with(), pairs.without());
	}

}
