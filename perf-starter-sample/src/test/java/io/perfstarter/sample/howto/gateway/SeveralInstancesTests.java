package io.perfstarter.sample.howto.gateway;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.fanout.EurekaServer;
import io.perfstarter.sample.howto.Database;
import io.perfstarter.sample.howto.Example;
import io.perfstarter.sample.howto.TicketController;
import io.perfstarter.sample.howto.TicketDesk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page on several instances behind a gateway, with a real registry.
 */
@Tag(Tier.ALL)
class SeveralInstancesTests {

	private static final String PEER_ENDPOINT = "/perf-starter/coherence/v2/events";

	/**
	 * The second leaves while requests come, as long as the page says.
	 */
	private static final List<String> DRAINS = List.of("0s", "5s");

	private final Database database = new Database();

	private final EurekaServer registry = EurekaServer.start();

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	private Example gateway;

	@BeforeEach
	void start() {
		for (int i = 0; i < 2; i++) {
			this.instances.add(Example.builder(Instance.class, "several-instances.yml")
				.initializers((context) -> context.getBeanFactory().registerSingleton("database", this.database))
				.run(registry(), "--COHERENCE_SECRET=the secret that both instances share",
						"--eureka.instance.ip-address=127.0.0.1",
						"--perf-starter.warmup.shutdown-delay=" + DRAINS.get(i)));
		}
		this.gateway = Example.start(Gateway.class, "gateway.yml", registry());
		await("instances").ignoreExceptions().until(() -> answering().size() == 2);
	}

	@AfterEach
	void stop() {
		this.gateway.close();
		this.instances.forEach(ConfigurableApplicationContext::close);
		this.registry.close();
	}

	@Test
	void changeIsSeenWhicheverInstanceAnswersAndNobodyOutsideReachesThePeerEndpoint() {
		for (ConfigurableApplicationContext instance : this.instances) {
			FanOut fanOut = instance.getBean(FanOut.class);
			await("peers").until(() -> fanOut.peers() == 1);
		}
		assertThat(answering().values()).containsOnly("none");
		Example.send(HttpRequest.newBuilder(this.gateway.uri("/tickets/1")).PUT(BodyPublishers.ofString("changed")));
		await("change").untilAsserted(() -> assertThat(answering().values()).hasSize(2).containsOnly("changed"));

		assertThat(this.gateway.get(PEER_ENDPOINT).statusCode()).isEqualTo(404);
		assertThat(post(this.gateway.uri(PEER_ENDPOINT).toString())).isEqualTo(404);
		assertThat(post("http://127.0.0.1:%d%s".formatted(port(this.instances.get(0)), PEER_ENDPOINT))).isEqualTo(415);

		CompletableFuture<Void> end = CompletableFuture.runAsync(this.instances.get(1)::close);
		List<Integer> answers = new ArrayList<>();
		while (!end.isDone()) {
			answers.add(this.gateway.get("/tickets/1").statusCode());
		}
		end.join();
		assertThat(answers).isNotEmpty().containsOnly(200);
		assertThat(answering()).containsOnlyKeys("127.0.0.1:" + port(this.instances.get(0)));
	}

	/**
	 * What each instance answers to whom the gateway hands some requests in turn.
	 */
	private Map<String, String> answering() {
		Map<String, String> answers = new HashMap<>();
		for (int i = 0; i < 4; i++) {
			HttpResponse<String> answer = this.gateway.get("/tickets/1");
			assertThat(answer.statusCode()).isEqualTo(200);
			answers.put(answer.headers().firstValue("X-Instance").orElseThrow(), answer.body());
		}
		return answers;
	}

	private static int post(String uri) {
		return Example
			.send(HttpRequest.newBuilder(URI.create(uri))
				.POST(BodyPublishers.ofString("{}"))
				.header("Content-Type", "text/plain"))
			.statusCode();
	}

	private String registry() {
		return "--REGISTRY=" + this.registry.url();
	}

	private static int port(ConfigurableApplicationContext context) {
		return ((WebServerApplicationContext) context).getWebServer().getPort();
	}

	/**
	 * An instance of the page.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import({ TicketController.class, TicketDesk.class })
	static class Instance {

	}

}
