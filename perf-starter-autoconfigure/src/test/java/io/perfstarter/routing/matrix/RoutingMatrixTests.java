package io.perfstarter.routing.matrix;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.ReplicasUp;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs each {@link Row} on a real primary and standby, in every wiring of an application.
 */
class RoutingMatrixTests {

	private static final String RELEASE = "spring.jpa.properties.hibernate.connection.handling_mode="
			+ "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION";

	private static final String HOLD = "spring.jpa.properties.hibernate.connection.handling_mode="
			+ "DELAYED_ACQUISITION_AND_HOLD";

	private static final String OPEN_IN_VIEW = "spring.jpa.open-in-view=true";

	private static final String OBSERVED = "jdbc.datasource-proxy.enabled=true";

	private static final String WITHOUT_JPA = "spring.autoconfigure.exclude="
			+ "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
			+ "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

	private static PostgresPair databases;

	@BeforeAll
	static void start() {
		databases = PostgresPair.shared();
		databases.execute("create table if not exists matrix_tickets (id bigint primary key, car varchar(80))");
	}

	static Stream<Wiring> wirings() {
		List<Wiring> wirings = new ArrayList<>();
		for (String observed : List.of(OBSERVED, OBSERVED.replace("true", "false"))) {
			wirings.add(new Wiring("holding", true, observed));
			wirings.add(new Wiring("releasing", true, observed, RELEASE));
			wirings.add(new Wiring("open in view", true, observed, OPEN_IN_VIEW));
			wirings.add(new Wiring("releasing, open in view", true, observed, RELEASE, OPEN_IN_VIEW));
			wirings.add(new Wiring("without JPA", false, observed, WITHOUT_JPA));
		}
		return wirings.stream();
	}

	@UsualRows(6)
	@ParameterizedTest
	@MethodSource("wirings")
	void eachRowAsksTheRightServer(Wiring wiring) throws Exception {
		try (ConfigurableApplicationContext application = start(wiring.properties())) {
			Map<String, String> seen = new LinkedHashMap<>();
			Map<String, String> expected = new LinkedHashMap<>();
			for (String access : wiring.jpa() ? List.of("jpa", "jdbc") : List.of("jdbc")) {
				for (Row row : Row.values()) {
					String name = access + " " + row;
					seen.put(name, get(application, "/" + access + "/" + row));
					expected.put(name, wiring.expected(row));
				}
			}
			assertThat(seen).isEqualTo(expected);
		}
	}

	@Test
	void connectionsThatAViewHoldsArePrimary() throws Exception {
		try (ConfigurableApplicationContext application = start(HOLD, OPEN_IN_VIEW)) {
			assertThat(get(application, "/jpa/" + Row.WRITE_AFTER_READ_OF_ONE_REQUEST)).isEqualTo("p,p");
			assertThat(get(application, "/jpa/" + Row.READ_ONLY)).isEqualTo("p");
			assertThat(get(application, "/jpa/" + Row.NEW_READ_ONLY_WITHIN_READ_WRITE)).isEqualTo("p,r,p");
		}
	}

	private static ConfigurableApplicationContext start(String... properties) {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(MatrixApplication.class)
			.web(WebApplicationType.SERVLET)
			.properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"spring.datasource.url=" + databases.primaryUrl(), "spring.datasource.username=postgres",
					"perf-starter.routing.replicas.standby.url=" + databases.standbyUrl(),
					// For a busy machine: a read that waits longer falls back to the
					// primary.
					"perf-starter.routing.replicas.standby.hikari.connection-timeout=10000",
					// Without read-your-writes, because a read after a write would use
					// the primary.
					"perf-starter.routing.read-your-writes.mode=none")
			.properties(properties)
			.listeners(new ReplicasUp())
			.run();
		return application;
	}

	private static String get(ConfigurableApplicationContext application, String path) throws Exception {
		int port = ((WebServerApplicationContext) application).getWebServer().getPort();
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
		return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
	}

	/**
	 * A wiring of an application.
	 */
	record Wiring(String name, boolean jpa, String... properties) {

		/**
		 * Hibernate supports isolation levels per transaction only if it holds
		 * connections.
		 */
		String expected(Row row) {
			boolean releasing = this.jpa && !this.name.equals("holding");
			return (row == Row.ISOLATION && releasing) ? "InvalidIsolationLevelException" : row.expected();
		}

		@Override
		public String toString() {
			return this.name + ", " + Arrays.stream(this.properties).filter((one) -> one.startsWith("jdbc.")).toList();
		}

	}

}
