package io.perfstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

/**
 * Tests that each meter is described, and that the reference is what is registered.
 */
class MetersReferenceTests {

	private static final Path REFERENCE = Path.of("..", "docs", "reference", "meters.md");

	@Test
	void referenceIsWhatIsRegistered() throws IOException {
		try (ConfigurableApplicationContext application = new SpringApplicationBuilder(MeteredApplication.class).run(
				"--server.port=0", "--spring.application.name=tickets", "--spring.main.banner-mode=off",
				"--spring.datasource.url=jdbc:h2:mem:meters;DB_CLOSE_DELAY=-1", "--logging.level.root=error",
				"--spring.cloud.discovery.client.simple.instances.tickets[0].uri=http://localhost:1",
				"--perf-starter.async.executors.mail.concurrency-limit=1",
				"--perf-starter.async.requests.concurrency-limit=10",
				"--perf-starter.coherence.caches.tickets.time-to-live=1m",
				"--perf-starter.coherence.audit.tickets.sample-rate=1",
				"--perf-starter.coherence.forgotten-evictions=true",
				"--perf-starter.secret=a secret of thirty-two characters", "--perf-starter.reporting.period=100ms",
				"--perf-starter.routing.replicas.r1.url=jdbc:h2:mem:meters-r1;DB_CLOSE_DELAY=-1",
				"--perf-starter.routing.read-your-writes.scope=cookie", "--perf-starter.warmup.requests[0].path=/",
				"--perf-starter.warmup.timeout=1s")) {
			MeterRegistry registry = application.getBean(MeterRegistry.class);
			use(application.getBean(MeteredApplication.Tickets.class),
					application.getBean(MeteredApplication.Reader.class));
			useLog(registry);
			await().until(() -> registry.find("perf.starter.reporting.pool.peak").gauge() != null);
			MetersReference reference = new MetersReference(registry.getMeters());
			assertThat(reference.meters()).isNotEmpty()
				.allSatisfy((name, ids) -> assertThat(ids.get(0).getDescription()).as(name).matches("[A-Z1].*[^.]"));
			if (Boolean.getBoolean("reference.write")) {
				Files.writeString(REFERENCE, reference.markdown());
			}
			assertThat(REFERENCE).as("see the command at its top").hasContent(reference.markdown());
		}
	}

	/**
	 * Registers the meters of a log in the database, which an application does not have
	 * together with all others.
	 */
	private static void useLog(MeterRegistry registry) {
		Duration bound = Duration.ofSeconds(15);
		FreshnessWatermark watermark = new FreshnessWatermark(bound, System::nanoTime);
		LocalSide local = new LocalSide(mock(), watermark, new PendingCommits(System::nanoTime, watermark));
		new LogFanOut(mock(), new LogTimings(bound), local, mock(), registry).close();
	}

	private static void use(MeteredApplication.Tickets tickets, MeteredApplication.Reader reader) {
		tickets.find(1L);
		tickets.change(1L);
		tickets.change(null);
		tickets.move(null);
		tickets.rename(null);
		assertThatIllegalStateException().isThrownBy(tickets::fail);
		reader.read(() -> tickets.change(1L));
	}

}
