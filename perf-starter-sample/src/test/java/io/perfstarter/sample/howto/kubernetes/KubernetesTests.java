package io.perfstarter.sample.howto.kubernetes;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.howto.Database;
import io.perfstarter.sample.howto.Example;
import io.perfstarter.sample.howto.TicketController;
import io.perfstarter.sample.howto.TicketDesk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page on Kubernetes: two pods, each with an address of its own and the same
 * port.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs two addresses of the loopback interface")
@Tag(Tier.ALL)
class KubernetesTests {

	private static final String FIRST = "127.0.0.1";

	private static final String SECOND = "127.0.0.2";

	private final Manifest manifest = new Manifest();

	private final Database database = new Database();

	private final WarmupHold hold = new WarmupHold();

	private final int port = FreePort.find();

	private final int listener = FreePort.find();

	private CompletableFuture<ConfigurableApplicationContext> first;

	KubernetesTests() throws IOException {
	}

	@BeforeEach
	void start() {
		this.first = CompletableFuture.supplyAsync(() -> start(FIRST, this.hold));
	}

	@AfterEach
	void stop() {
		this.hold.release();
		this.first.join().close();
	}

	@Test
	void probesTellWhatAPodIsDoing() {
		await("warm-up").until(this.hold::hasBegun);
		assertThat(status(this.manifest.probe("startupProbe"))).isEqualTo(200);
		assertThat(status(this.manifest.probe("livenessProbe"))).isEqualTo(200);
		assertThat(status(this.manifest.probe("readinessProbe"))).isEqualTo(503);
		this.hold.release();
		this.first.join();
		assertThat(status(this.manifest.probe("readinessProbe"))).isEqualTo(200);
		try (ConfigurableApplicationContext second = start(SECOND, new WarmupHold())) {
			assertThat(second.isRunning()).isTrue();
			changeTravels();
		}

		CompletableFuture<Void> end = CompletableFuture.runAsync(this.first.join()::close);
		await("readiness").until(() -> status(this.manifest.probe("readinessProbe")) == 503);
		assertThat(status("/tickets/1")).isEqualTo(200);
		assertThat(status(this.manifest.probe("livenessProbe"))).isEqualTo(200);
		end.join();
	}

	private void changeTravels() {
		FanOut fanOut = this.first.join().getBean(FanOut.class);
		await("peers").until(() -> fanOut.peers() == 1);
		assertThat(notes(SECOND)).isEqualTo("none");
		Example.send(request(FIRST, "/tickets/1").PUT(BodyPublishers.ofString("changed")));
		await("change").untilAsserted(() -> assertThat(notes(SECOND)).isEqualTo("changed"));
	}

	private ConfigurableApplicationContext start(String address, WarmupHold hold) {
		if (hold != this.hold) {
			hold.release();
		}
		// A Kubernetes secret becomes a variable of the environment.
		Object secret = this.manifest.container("env", 0, "name");
		return Example.builder(Pod.class, "kubernetes.yml")
			.properties(Map.of(secret.toString(), "the secret that the pods of the tests share"))
			.initializers((context) -> {
				context.getBeanFactory().registerSingleton("database", this.database);
				context.getBeanFactory().registerSingleton("hold", hold);
			})
			.run("--server.address=" + address, "--server.port=" + this.port,
					"--perf-starter.coherence.port=" + this.listener,
					"--perf-starter.coherence.peers=%1$s:%3$d,%2$s:%3$d".formatted(FIRST, SECOND, this.listener),
					"--perf-starter.warmup.min-requests=5",
					// As long as the page says for the one that is watched while it
					// leaves.
					"--perf-starter.warmup.shutdown-delay=" + ((hold != this.hold) ? "0s" : "10s"));
	}

	private int status(String path) {
		return Example.send(request(FIRST, path)).statusCode();
	}

	private String notes(String address) {
		HttpResponse<String> answer = Example.send(request(address, "/tickets/1"));
		assertThat(answer.headers().firstValue("X-Instance")).contains(address + ":" + this.port);
		return answer.body();
	}

	private HttpRequest.Builder request(String address, String path) {
		return HttpRequest.newBuilder(URI.create("http://%s:%d%s".formatted(address, this.port, path)));
	}

	/**
	 * The application of the page.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import({ TicketController.class, TicketDesk.class })
	static class Pod {

	}

}
