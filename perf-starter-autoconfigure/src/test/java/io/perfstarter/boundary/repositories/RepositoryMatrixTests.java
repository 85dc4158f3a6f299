package io.perfstarter.boundary.repositories;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.ReplicasUp;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Runs each {@link Row} on a real primary and standby and checks the server and the
 * transaction.
 */
@ExtendWith(OutputCaptureExtension.class)
class RepositoryMatrixTests {

	private static final List<Class<? extends Tickets<?>>> REPOSITORIES = List.of(JpaTickets.class, JdbcTickets.class);

	private static PostgresPair databases;

	@BeforeAll
	static void start() {
		databases = PostgresPair.shared();
		Stream.of("create table if not exists boundary_tickets (id bigint primary key, car varchar(80))",
				"create table if not exists boundary_log (seen varchar(80))",
				"create sequence if not exists boundary_ids",
				"create or replace function boundary_seen() returns varchar language sql volatile as "
						+ "$$ select case when pg_is_in_recovery() then 'standby ' else 'primary ' end "
						+ "|| current_setting('transaction_read_only') $$",
				"create or replace function boundary_noted() returns trigger language plpgsql as "
						+ "$$ begin insert into boundary_log values (boundary_seen()); return null; end $$",
				"create or replace trigger boundary_note after insert or update or delete on boundary_tickets "
						+ "for each row execute function boundary_noted()",
				"create or replace procedure boundary_note() language sql as "
						+ "$$ insert into boundary_log values (boundary_seen()) $$",
				"create or replace view boundary_view as select id, car, boundary_seen() as seen from boundary_tickets")
			.forEach(databases::execute);
	}

	@Test
	void eachRowHasTheTransactionThatItNeeds() {
		try (ConfigurableApplicationContext application = startApplication()) {
			Map<String, String> seen = new LinkedHashMap<>();
			Map<String, String> expected = new LinkedHashMap<>();
			for (Class<? extends Tickets<?>> repository : REPOSITORIES) {
				Tickets<?> tickets = application.getBean(repository);
				for (Row row : (repository == JpaTickets.class) ? RepositoryRows.ofJpa() : RepositoryRows.ofBoth()) {
					String name = repository.getSimpleName() + " " + row;
					String server = (row.access() == Row.Access.READS) ? "standby on" : "primary off";
					expected.put(name, server + ", " + row.access() + " begins");
					seen.put(name, run(application, row, tickets, server));
				}
			}
			assertThat(seen).isEqualTo(expected);
		}
	}

	@Test
	void transactionsOfTheCallerAreJoinedAndLeftAsTheyAre(CapturedOutput output) {
		try (ConfigurableApplicationContext application = startApplication()) {
			Begins begins = application.getBean(Begins.class);
			TransactionTemplate outer = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
			outer.setName("outer");
			for (Class<? extends Tickets<?>> repository : REPOSITORIES) {
				Tickets<?> tickets = application.getBean(repository);
				prepare(application);
				begins.take();
				outer.setReadOnly(false);
				outer.executeWithoutResult((status) -> {
					assertThat(tickets.findFirstByCar("read").seen()).isEqualTo("primary off");
					tickets.modify();
				});
				outer.setReadOnly(true);
				outer.executeWithoutResult((status) -> {
					assertThat(tickets.findFirstByCar("read").seen()).isEqualTo("standby on");
					// The method may write or not, so it is not reported.
					assertThat(tickets.values()).isEqualTo("standby on");
				});
				assertThat(begins.take()).containsExactly("outer writes", "outer reads");
				assertThat(output.getOut().lines().filter((line) -> line.contains("may write, but")))
					.noneMatch((line) -> line.contains(repository.getSimpleName()));
				outer.setReadOnly(true);
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> outer.executeWithoutResult((status) -> tickets.modify()));
				assertThat(output).containsOnlyOnce(repository.getSimpleName()
						+ ".modify() may write, but joins a transaction that is readOnly = true (outer)");
			}
		}
	}

	private static String run(ConfigurableApplicationContext application, Row row, Tickets<?> tickets,
			String expected) {
		prepare(application);
		Begins begins = application.getBean(Begins.class);
		begins.take();
		try {
			String seen = row.call().apply(tickets, expected);
			List<String> begun = new ArrayList<>(begins.take());
			begun.replaceAll((one) -> one.substring(one.lastIndexOf(' ') + 1).toUpperCase(Locale.ROOT));
			if (RepositoryRows.LOGGED.equals(seen)) {
				seen = client(application).sql("select max(seen) from boundary_log").query(String.class).single();
			}
			return seen + ", " + ((begun.isEmpty()) ? "NONE" : String.join(" ", begun)) + " begins";
		}
		catch (RuntimeException ex) {
			return ex.toString();
		}
	}

	private static void prepare(ConfigurableApplicationContext application) {
		client(application).sql("truncate boundary_tickets, boundary_log").update();
		databases.execute("insert into boundary_tickets values (1, 'read'), (2, 'kept'), (3, 'gone')");
		client(application).sql("delete from boundary_log").update();
	}

	private static JdbcClient client(ConfigurableApplicationContext application) {
		return application.getBean(JdbcClient.class);
	}

	private static ConfigurableApplicationContext startApplication() {
		return new SpringApplicationBuilder(RepositoryApplication.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"spring.datasource.url=" + databases.primaryUrl(), "spring.datasource.username=postgres",
					"perf-starter.routing.replicas.standby.url=" + databases.standbyUrl(),
					// For a busy machine: a read that waits longer falls back to the
					// primary.
					"perf-starter.routing.replicas.standby.hikari.connection-timeout=10000",
					// Without read-your-writes, because a read after a write would use
					// the primary.
					"perf-starter.routing.read-your-writes.mode=none")
			.listeners(new ReplicasUp())
			.run();
	}

}
