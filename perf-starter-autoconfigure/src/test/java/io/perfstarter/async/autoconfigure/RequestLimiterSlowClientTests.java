package io.perfstarter.async.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.web.autoconfigure.AutoConfigureWeb;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that slow clients do not hold the places of the request limiter, with a real web
 * server.
 */
@Tag(Tier.ALL)
class RequestLimiterSlowClientTests {

	private static final int LENGTH = 64 << 20;

	private final HttpClient client = HttpClient.newHttpClient();

	private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);

	private final List<Socket> sockets = new ArrayList<>();

	private @Nullable ConfigurableApplicationContext context;

	@AfterEach
	void stop() throws IOException {
		this.timer.shutdownNow();
		for (Socket socket : this.sockets) {
			socket.close();
		}
		if (this.context != null) {
			this.context.getBean(Application.class).door.release(1_000);
			this.context.close();
		}
	}

	private Application start(String... properties) {
		this.context = new SpringApplicationBuilder(Application.class).properties("server.port=0",
				"spring.main.banner-mode=off", "spring.jmx.enabled=false", "server.shutdown=immediate",
				"spring.threads.virtual.enabled=true",
				"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"perf-starter.async.requests.concurrency-limit=2", "perf-starter.async.requests.queue-timeout=60s")
			.properties(properties)
			.run();
		return this.context.getBean(Application.class);
	}

	private int port() {
		assertThat(this.context).isNotNull();
		return ((ServletWebServerApplicationContext) this.context).getWebServer().getPort();
	}

	private CompletableFuture<HttpResponse<String>> get(String path) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port(), path)))
			.timeout(Duration.ofSeconds(60))
			.build();
		return this.client.sendAsync(request, BodyHandlers.ofString());
	}

	private double meter(String name) {
		assertThat(this.context).isNotNull();
		return this.context.getBean(MeterRegistry.class)
			.get("perf.starter.async.requests." + name)
			.meter()
			.measure()
			.iterator()
			.next()
			.getValue();
	}

	private Socket send(String head) throws IOException {
		Socket socket = new Socket();
		this.sockets.add(socket);
		socket.setReceiveBufferSize(4096);
		socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(60));
		socket.connect(new InetSocketAddress("localhost", port()));
		write(socket, head);
		return socket;
	}

	private static void write(Socket socket, String text) throws IOException {
		OutputStream output = socket.getOutputStream();
		output.write(text.getBytes(StandardCharsets.ISO_8859_1));
		output.flush();
	}

	private Socket upload(String path, String type, int length) throws IOException {
		return send(
				"POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
					.formatted(path, type, length));
	}

	private static String answer(Socket socket) throws IOException {
		return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
	}

	private void assertOthersAreAnswered(Application application) {
		for (int i = 0; i < 20; i++) {
			assertThat(get("/simple").join().statusCode()).isEqualTo(200);
		}
		assertThat(meter("yielded")).isPositive();
		assertThat(application.mostRunning.get()).isBetween(1, 2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/upload application/octet-stream", "/text text/plain",
			"/form application/x-www-form-urlencoded", "/multipart multipart/form-data; boundary=b" })
	void slowUploads(String upload) throws Exception {
		Application application = start("perf-starter.async.requests.client-wait=100ms");
		String[] pathAndType = upload.split(" ", 2);
		String start = upload.contains("multipart")
				? "--b\r\nContent-Disposition: form-data; name=\"text\"; filename=\"a\"\r\n\r\n" : "text=";
		String end = upload.contains("multipart") ? "cd\r\n--b--\r\n" : "cd";
		List<Socket> slow = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			Socket socket = upload(pathAndType[0], pathAndType[1], start.length() + 2 + end.length());
			write(socket, start + "ab");
			slow.add(socket);
		}
		await().until(() -> meter("active") == 2);
		assertOthersAreAnswered(application);
		for (Socket socket : slow) {
			write(socket, end);
			assertThat(answer(socket)).startsWith("HTTP/1.1 200").contains("abcd");
		}
		await().until(() -> meter("active") == 0);
	}

	@Test
	void tricklingUploadsTakeTheirPlacesAgain() throws Exception {
		Application application = start();
		int length = 1_000;
		List<Socket> slow = new ArrayList<>();
		List<ScheduledFuture<?>> trickles = new ArrayList<>();
		List<AtomicInteger> sent = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			Socket socket = upload("/held", "application/octet-stream", length);
			AtomicInteger count = new AtomicInteger();
			slow.add(socket);
			sent.add(count);
			trickles.add(this.timer.scheduleAtFixedRate(() -> {
				try {
					write(socket, "x");
					count.incrementAndGet();
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
			}, 0, 200, TimeUnit.MILLISECONDS));
		}
		await().until(() -> meter("active") == 2);
		assertOthersAreAnswered(application);
		for (int i = 0; i < 2; i++) {
			trickles.get(i).cancel(false);
		}
		// A trickle that runs now has counted its byte then.
		this.timer.shutdown();
		assertThat(this.timer.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
		for (int i = 0; i < 2; i++) {
			write(slow.get(i), "x".repeat(length - sent.get(i).get()));
		}
		await().until(() -> application.running.get() == 2);
		CompletableFuture<HttpResponse<String>> queued = get("/simple");
		await().until(() -> meter("waiting") == 1);
		assertThat(meter("active")).isEqualTo(2);
		application.door.release(2);
		assertThat(queued.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
		for (Socket socket : slow) {
			assertThat(answer(socket)).startsWith("HTTP/1.1 200").contains("1000");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/download", "/stream", "/writer", "/forward", "/include" })
	void clientsThatDoNotRead(String path) throws Exception {
		Application application = start("perf-starter.async.requests.client-wait=100ms");
		List<Socket> slow = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			slow.add(send("GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n".formatted(path)));
		}
		await().until(() -> meter("active") == 2);
		assertOthersAreAnswered(application);
		for (Socket socket : slow) {
			assertThat(length(socket)).isGreaterThanOrEqualTo(LENGTH);
		}
		await().until(() -> meter("active") == 0);
	}

	private static long length(Socket socket) throws IOException {
		long length = 0;
		byte[] buffer = new byte[1 << 16];
		InputStream input = socket.getInputStream();
		for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
			length += read;
		}
		return length;
	}

	@Test
	void clientThatGoesAwayReleasesItsPlace() throws Exception {
		start("perf-starter.async.requests.client-wait=100ms", "logging.level.org.apache.catalina.core=off");
		Socket reader = send("GET /download HTTP/1.0\r\nHost: localhost\r\n\r\n");
		Socket writer = upload("/upload", "application/octet-stream", 10);
		await().until(() -> meter("active") == 2);
		assertThat(get("/simple").join().statusCode()).isEqualTo(200);
		reader.setSoLinger(true, 0);
		reader.close();
		writer.close();
		await().until(() -> meter("active") == 0);
	}

	/**
	 * An application that reads and writes in each way.
	 */
	@Configuration(proxyBeanMethods = false)
	@AutoConfigureWeb
	@RestController
	static class Application {

		final Semaphore door = new Semaphore(0);

		final AtomicInteger running = new AtomicInteger();

		final AtomicInteger mostRunning = new AtomicInteger();

		@Bean
		SecurityFilterChain everybody() {
			return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE);
		}

		@GetMapping("/simple")
		String simple() {
			this.mostRunning.accumulateAndGet(this.running.incrementAndGet(), Math::max);
			this.running.decrementAndGet();
			return "done";
		}

		@PostMapping("/upload")
		String upload(@RequestBody byte[] body) {
			return new String(body, StandardCharsets.ISO_8859_1);
		}

		@PostMapping("/text")
		String text(HttpServletRequest request) throws IOException {
			return request.getReader().readLine();
		}

		@PostMapping("/form")
		String form(@RequestParam String text) {
			return text;
		}

		@PostMapping("/multipart")
		String multipart(@RequestParam MultipartFile text) throws IOException {
			return new String(text.getBytes(), StandardCharsets.ISO_8859_1);
		}

		@PostMapping("/held")
		String held(@RequestBody byte[] body) throws InterruptedException {
			this.running.incrementAndGet();
			this.door.tryAcquire(60, TimeUnit.SECONDS);
			this.running.decrementAndGet();
			return Integer.toString(body.length);
		}

		@GetMapping("/download")
		void download(HttpServletResponse response) throws IOException {
			write(response.getOutputStream());
		}

		@GetMapping("/stream")
		StreamingResponseBody stream() {
			return Application::write;
		}

		private static void write(OutputStream output) throws IOException {
			byte[] block = new byte[1 << 16];
			for (int i = 0; i < LENGTH / block.length; i++) {
				output.write(block);
			}
		}

		@GetMapping("/writer")
		void writer(HttpServletResponse response) throws IOException {
			PrintWriter writer = response.getWriter();
			String line = "x".repeat(1 << 10);
			for (int i = 0; i < LENGTH / line.length(); i++) {
				writer.println(line);
			}
		}

		@GetMapping("/forward")
		void forward(HttpServletRequest request, HttpServletResponse response) throws Exception {
			request.getRequestDispatcher("/download").forward(request, response);
		}

		@GetMapping("/include")
		void include(HttpServletRequest request, HttpServletResponse response) throws Exception {
			request.getRequestDispatcher("/download").include(request, response);
		}

	}

}
