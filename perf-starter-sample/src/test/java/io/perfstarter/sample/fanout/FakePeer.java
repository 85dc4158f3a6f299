package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Registered as an instance of the service without being one; keeps what it is told.
 */
final class FakePeer implements AutoCloseable {

	private static final String SIGNATURE = "X-Perf-Starter-Signature";

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<SignedRequest> requests = new CopyOnWriteArrayList<>();

	private final Map<SignedRequest, Answer> answers = new ConcurrentHashMap<>();

	private final CountDownLatch closing = new CountDownLatch(1);

	private final HttpServer server;

	private final EurekaServer.Registration registration;

	private volatile Function<SignedRequest, Answer> behaviour;

	private FakePeer(EurekaServer eureka, Function<SignedRequest, Answer> behaviour) throws IOException {
		this.behaviour = behaviour;
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::handle);
		this.server.start();
		this.registration = eureka.register(port());
	}

	/**
	 * A peer that answers {@code 200} to everything and signs nothing.
	 */
	static FakePeer unsigned(EurekaServer eureka) throws IOException {
		return new FakePeer(eureka, (request) -> Answer.UNSIGNED);
	}

	/**
	 * A peer that hands messages on to a real instance, and its answers back.
	 */
	static FakePeer relaying(EurekaServer eureka, Instance instance) throws IOException {
		return new FakePeer(eureka, (request) -> Answer.of(request.sendTo(instance)));
	}

	int port() {
		return this.server.getAddress().getPort();
	}

	void answerAfter(Duration time) {
		this.behaviour = (request) -> {
			try {
				this.closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return Answer.UNSIGNED;
		};
	}

	/**
	 * What it was told about a cache.
	 * @return the messages, those among them that are not answered yet
	 */
	List<SignedRequest> requestsAbout(String cache) {
		return this.requests.stream().filter((request) -> request.mentions(cache)).toList();
	}

	Optional<Answer> answerTo(SignedRequest request) {
		return Optional.ofNullable(this.answers.get(request));
	}

	private void handle(HttpExchange exchange) throws IOException {
		Map<String, String> headers = new TreeMap<>();
		exchange.getRequestHeaders().forEach((name, values) -> {
			if (name.startsWith("X-") || name.equals("Content-type")) {
				headers.put(name, values.get(0));
			}
		});
		SignedRequest request = new SignedRequest(exchange.getRequestURI().getRawPath(), headers,
				exchange.getRequestBody().readAllBytes());
		this.requests.add(request);
		Answer answer = this.behaviour.apply(request);
		this.answers.put(request, answer);
		exchange.getResponseHeaders().set("Content-Type", "application/json");
		if (!answer.signature().isEmpty()) {
			exchange.getResponseHeaders().set(SIGNATURE, answer.signature());
		}
		exchange.sendResponseHeaders(answer.status(), answer.body().length);
		exchange.getResponseBody().write(answer.body());
		exchange.close();
	}

	@Override
	public void close() {
		this.registration.close();
		this.closing.countDown();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * What goes back to the sender of a message.
	 *
	 * @param signature the signature, empty for none
	 */
	record Answer(int status, String signature, byte[] body) {

		static final Answer UNSIGNED = new Answer(200, "",
				"{\"origin\":\"x\",\"outcome\":\"applied\"}".getBytes(StandardCharsets.UTF_8));

		static Answer of(HttpResponse<byte[]> response) {
			return new Answer(response.statusCode(), response.headers().firstValue(SIGNATURE).orElse(""),
					response.body());
		}

	}

}
