package io.perfstarter.routing.faults;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.Routing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a replica that is out of reach for a while: nothing that is sent to it
 * arrives, nor does an error.
 */
@Tag(Tier.CI)
@Timeout(240)
class VanishedReplicaTests {

	private static final Known ALL_WELL = new Known(true, true);

	/**
	 * Without TLS, the driver waits for the answer to its first message without limit.
	 */
	@UsualRows(2)
	@ParameterizedTest
	@ValueSource(strings = { "prefer", "disable" })
	void aReplicaThatComesBackServesReadsAgain(String tls) throws Exception {
		PostgresPair databases = PostgresPair.shared();
		databases.execute("create table if not exists fault_rows (id bigint primary key, value bigint)");
		databases.execute("insert into fault_rows values (0, 0) on conflict do nothing");
		int standby = databases.standby().port();
		try (SlowLink link = new SlowLink(standby);
				ConfigurableApplicationContext application = application(databases, link, tls)) {
			Rows rows = application.getBean(Rows.class);
			Routing routing = application.getBean(Routing.class);
			await().until(() -> rows.read(0).port() == standby);
			link.vanish();
			// More than the pool has connections, so that it opens others.
			List<CompletableFuture<Rows.Seen>> reads = Stream.generate(() -> inAThread(() -> rows.read(0)))
				.limit(8)
				.toList();
			assertThat(reads)
				.allSatisfy((read) -> assertThat(read.join().port()).isEqualTo(databases.primary().port()));
			await().until(() -> !Known.now(routing).standby());
			link.comeBack();
			await().until(() -> Known.now(routing).equals(ALL_WELL) && rows.read(0).port() == standby);
		}
	}

	private static <T> CompletableFuture<T> inAThread(Supplier<T> task) {
		return CompletableFuture.supplyAsync(task, (run) -> new Thread(run).start());
	}

	private static ConfigurableApplicationContext application(PostgresPair databases, SlowLink link, String tls) {
		String url = databases.standbyUrl().replace(":" + databases.standby().port() + "/", ":" + link.port() + "/");
		url += (url.contains("?") ? "&" : "?") + "sslmode=" + tls;
		return new SpringApplicationBuilder(FaultsApplication.class).web(WebApplicationType.NONE)
			.properties("spring.datasource.url=" + databases.primaryUrl(), "spring.datasource.username=postgres",
					"jdbc.datasource-proxy.enabled=false", "perf-starter.routing.replicas.standby.url=" + url,
					// A busy machine may not connect within the defaults of 250 ms.
					"perf-starter.routing.lag.max=4s",
					"perf-starter.routing.replicas.standby.hikari.connection-timeout=2000")
			.run();
	}

}
