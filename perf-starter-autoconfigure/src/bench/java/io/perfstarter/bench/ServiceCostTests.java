package io.perfstarter.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.perfstarter.bench.ServiceLoad.Used;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What the starter, as it is by default, takes of a service: two processes, with it and
 * without it, in turns on a processor of their own; the load and the database have
 * another one. First as much as the service carries, then a tenth of it.
 */
@Tag("benchmarks")
class ServiceCostTests {

	private static final String FILE = "service.md";

	private static final int TENTH = 10;

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final int pairs = this.smoke ? 1 : Integer.getInteger("service.pairs", 11);

	/** So many requests, because in a time a busy machine makes less of them. */
	private final double warmup = this.smoke ? 1 : 100_000;

	private final int seconds = this.smoke ? 1 : 3;

	private final long turn = TimeUnit.SECONDS.toNanos(this.seconds);

	@BeforeAll
	static void forget() throws Exception {
		Files.deleteIfExists(Report.FOLDER.resolve(FILE));
	}

	@AfterAll
	static void unpin() throws Exception {
		Affinity.unpin();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void requestWithoutADatabase(boolean virtual) throws Exception {
		measure("A request without a database", "/plain", virtual, List.of(), 4);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void requestWithOneStatement(boolean virtual) throws Exception {
		try (EmbeddedPostgres database = EmbeddedPostgres.start()) {
			try (Connection connection = database.getPostgresDatabase().getConnection();
					Statement statement = connection.createStatement()) {
				statement.execute("create table items as select 7 as id, 'Hello' as name");
			}
			measure("A request with one statement on PostgreSQL", "/statement", virtual,
					List.of("--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"),
							"--spring.datasource.username=postgres"),
					7);
		}
	}

	private void measure(String title, String path, boolean virtual, List<String> settings, double microsBar)
			throws Exception {
		assumeTrue(!virtual || Runtime.version().feature() >= 21, "Virtual threads need Java 21");
		Affinity.pinOthers();
		List<String> arguments = new ArrayList<>(settings);
		arguments.add("--spring.threads.virtual.enabled=" + virtual);
		Report report = new Report("%s, on %s threads, with the starter and without, %d pairs in turns".formatted(title,
				virtual ? "virtual" : "platform", this.pairs));
		Pairs requests = new Pairs();
		Pairs micros = new Pairs();
		Pairs bytes = new Pairs();
		Pairs p99 = new Pairs();
		try (Form with = new Form(true, arguments, path); Form without = new Form(false, arguments, path)) {
			int tenth = (int) Math.max(1, Math.min(with.warm(), without.warm()) / TENTH);
			for (int pair = 0; pair < this.pairs; pair++) {
				// Who is first changes, too.
				Turn first = ((pair % 2 == 0) ? with : without).turn(tenth);
				Turn second = ((pair % 2 == 0) ? without : with).turn(tenth);
				Turn one = (pair % 2 == 0) ? first : second;
				Turn bare = (pair % 2 == 0) ? second : first;
				requests.add(one.used().requests(), bare.used().requests());
				micros.add(one.used().micros(), bare.used().micros());
				bytes.add(one.used().bytes(), bare.used().bytes());
				p99.add(one.p99(), bare.p99());
			}
		}
		report.row("requests in a second, with and without", text("%.0f", requests));
		report.row("processor time of the process for one, with and without", text("%.1f µs", micros));
		report.row("allocated for one, with and without", text("%.0f B", bytes));
		report.row("99 % of the times at a tenth of the load, with and without", text("%.2f ms", p99));
		report.row("processor time that is added, median", "%.1f µs".formatted(micros.added()));
		report.row("times at a tenth of the load, median of the ratios", "%.2f".formatted(p99.ratio()));
		report.atMost("processor time that is added, upper end", "%.1f µs", micros.addedAtMost(), microsBar);
		report.atMost("memory that is added, upper end", "%.0f B", bytes.addedAtMost(), 2048);
		report.atLeast("requests in a second, median of the ratios", "%.2f", requests.ratio(), 0.95);
		report.atMost("times at a tenth of the load, upper end of the ratios", "%.2f", p99.ratioAtMost(), 1.1);
		report.write(FILE);
		if (!this.smoke) {
			assertThat(report.exceeded()).isEmpty();
		}
	}

	private static String text(String format, Pairs pairs) {
		return String.format(Locale.ROOT, format + ", " + format, pairs.with(), pairs.without());
	}

	/**
	 * The service with the starter or without it, which stands still while it is not
	 * measured.
	 */
	private final class Form implements AutoCloseable {

		private final ServiceProcess service;

		private final ServiceLoad load;

		private final OpenLoad open;

		Form(boolean starter, List<String> arguments, String path) throws Exception {
			this.service = new ServiceProcess(starter, arguments);
			Affinity.pinMeasured(this.service);
			this.load = new ServiceLoad(this.service.port(), path);
			this.open = new OpenLoad(this.service.port(), path);
		}

		/**
		 * Lets it answer until its code is compiled.
		 * @return how many requests it carries in a second
		 */
		double warm() throws Exception {
			double requests = 0;
			double last = 0;
			while (requests < ServiceCostTests.this.warmup) {
				last = this.load.run(ServiceCostTests.this.turn).requests();
				requests += last * ServiceCostTests.this.seconds;
			}
			this.service.pause();
			return last;
		}

		Turn turn(int perSecond) throws Exception {
			this.service.resume();
			Used used = this.load.run(ServiceCostTests.this.turn);
			double p99 = this.open.run(perSecond, ServiceCostTests.this.seconds).p99();
			this.service.pause();
			return new Turn(used, p99);
		}

		@Override
		public void close() throws IOException {
			this.load.close();
			this.service.close();
		}

	}

	/**
	 * What was measured of one form in one turn.
	 *
	 * @param used what it used at as much load as it carries
	 * @param p99 the 99th percentile of its times at a tenth of that, in milliseconds
	 */
	private record Turn(Used used, double p99) {
	}

}
