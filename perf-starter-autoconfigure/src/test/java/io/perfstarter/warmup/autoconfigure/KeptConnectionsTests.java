package io.perfstarter.warmup.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.warmup.run.WarmupState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that no client loses a request on a connection that it keeps when the instance
 * stops.
 */
@Tag(Tier.ALL)
class KeptConnectionsTests {

	private static final int CLIENTS = 8;

	private static final long PAUSE_MILLIS = 20;

	/**
	 * As long as each client has time for some requests on a busy machine.
	 */
	private static final String DRAIN = "--perf-starter.warmup.shutdown-delay=8s";

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void noneLosesARequest(WebApplicationType type) throws Exception {
		ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
		try (ConfigurableApplicationContext stops = start(type, DRAIN);
				ConfigurableApplicationContext stays = start(WebApplicationType.SERVLET)) {
			List<KeptConnection> kept = new ArrayList<>();
			for (int i = 0; i < CLIENTS; i++) {
				kept.add(new KeptConnection(port(stops), port(stays)));
			}
			List<Future<Integer>> failures = new ArrayList<>();
			for (KeptConnection connection : kept) {
				failures.add(clients.submit(connection));
			}
			await().until(() -> kept.stream().allMatch((connection) -> connection.answered > 1));
			stop(stops);
			kept.forEach((connection) -> connection.running = false);
			int failed = 0;
			for (Future<Integer> future : failures) {
				failed += future.get();
			}
			assertThat(kept).allMatch((connection) -> connection.moved);
			assertThat(failed).isZero();
		}
		finally {
			clients.shutdownNow();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void anAnswerOfHttp2SaysNothingOfConnections(WebApplicationType type) throws Exception {
		try (ConfigurableApplicationContext application = start(type, DRAIN, "--server.http2.enabled=true")) {
			HttpClient client = HttpClient.newBuilder().version(Version.HTTP_2).build();
			HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port(application))).build();
			// The first is one of HTTP/1.1 that asks for more.
			client.send(request, BodyHandlers.ofString());
			Thread stop = new Thread(() -> stop(application));
			stop.start();
			WarmupState state = application.getBean(WarmupState.class);
			await().until(state::isClosed);
			HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
			assertThat(answer.version()).isEqualTo(Version.HTTP_2);
			assertThat(answer.body()).isEqualTo("served");
			assertThat(answer.headers().firstValue("Connection")).isEmpty();
			stop.join();
		}
	}

	private static ConfigurableApplicationContext start(WebApplicationType type, String... settings) {
		List<String> all = new ArrayList<>(List.of("--server.port=0", "--spring.main.banner-mode=off",
				"--logging.level.root=error", "--spring.datasource.url=jdbc:h2:mem:kept"));
		all.addAll(List.of(settings));
		return new SpringApplicationBuilder(Application.class).web(type).run(all.toArray(String[]::new));
	}

	private static void stop(ConfigurableApplicationContext application) {
		application.close();
	}

	private static int port(ConfigurableApplicationContext application) {
		return application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	/**
	 * A client that sends one request after the other on a connection that it keeps until
	 * an answer says that it is to go, and connects to the other instance then.
	 */
	private static final class KeptConnection implements Callable<Integer> {

		private final int next;

		private Socket socket;

		private BufferedReader reader;

		volatile boolean running = true;

		volatile int answered;

		private volatile boolean moved;

		KeptConnection(int port, int next) throws IOException {
			this.next = next;
			connect(port);
		}

		private void connect(int port) throws IOException {
			this.socket = new Socket("localhost", port);
			this.reader = new BufferedReader(
					new InputStreamReader(this.socket.getInputStream(), StandardCharsets.US_ASCII));
		}

		@Override
		public Integer call() throws IOException, InterruptedException {
			int failed = 0;
			while (this.running) {
				// So that most connections are at rest when the server ends them.
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
				boolean goes = true;
				try {
					goes = send();
					this.answered++;
				}
				catch (IOException ex) {
					failed++;
				}
				if (goes) {
					this.socket.close();
					this.moved = true;
					connect(this.next);
				}
			}
			this.socket.close();
			return failed;
		}

		/**
		 * Sends a request.
		 * @return whether the connection is to be given up
		 */
		private boolean send() throws IOException {
			this.socket.getOutputStream()
				.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			boolean goes = false;
			int length = 0;
			String line = read();
			assertThat(line).contains("200");
			for (line = read(); !line.isEmpty(); line = read()) {
				goes |= line.equalsIgnoreCase("Connection: close");
				if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
					length = Integer.parseInt(line.substring(15).strip());
				}
			}
			assertThat(length).isPositive();
			assertThat(this.reader.skip(length)).isEqualTo(length);
			if (goes) {
				assertThat(this.reader.read()).as("the server closes, too").isEqualTo(-1);
			}
			return goes;
		}

		private String read() throws IOException {
			String line = this.reader.readLine();
			if (line == null) {
				throw new IOException("closed without an answer");
			}
			return line;
		}

	}

	/**
	 * An application that answers.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			exclude = { ServletWebSecurityAutoConfiguration.class, ManagementWebSecurityAutoConfiguration.class,
					ReactiveWebSecurityAutoConfiguration.class, ReactiveManagementWebSecurityAutoConfiguration.class })
	@RestController
	static class Application {

		@GetMapping("/")
		String serve() {
			return "served";
		}

	}

}
