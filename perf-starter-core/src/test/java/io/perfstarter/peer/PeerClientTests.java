package io.perfstarter.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfstarter.support.DaemonThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PeerClient} over real HTTP.
 */
@Timeout(60)
class PeerClientTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private static final byte[] QUESTION = "question".getBytes();

	private final MessageSigner signer = new MessageSigner("a secret of thirty-two characters");

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final ScheduledExecutorService timer = DaemonThreads.timer("test-timer");

	private final PeerClient client = new PeerClient(this.signer, () -> 0, TIMEOUT, TIMEOUT, null, this.timer, "test");

	private HttpServer server;

	private volatile byte[] received;

	private volatile int status = 200;

	private volatile byte[] body = new byte[0];

	private volatile String forged;

	private volatile String signature;

	private volatile boolean chunked;

	private volatile boolean endless;

	private final CountDownLatch cutOff = new CountDownLatch(1);

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
		this.server.createContext("/", this::handle);
		this.server.setExecutor(this.threads);
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.client.close();
		this.server.stop(0);
		this.threads.shutdownNow();
		this.timer.shutdownNow();
	}

	private void handle(HttpExchange exchange) throws IOException {
		this.received = exchange.getRequestBody().readAllBytes();
		byte[] answer = this.body;
		String nonce = exchange.getRequestHeaders().getFirst(MessageSigner.NONCE);
		this.signature = (this.forged != null) ? this.forged : this.signer.signAnswer(nonce, this.status, answer);
		exchange.getResponseHeaders().set(MessageSigner.SIGNATURE, this.signature);
		exchange.sendResponseHeaders(this.status,
				(this.chunked || this.endless) ? 0 : (answer.length > 0) ? answer.length : -1);
		if (this.endless) {
			writeUntilCutOff(exchange);
		}
		if (answer.length > 0) {
			exchange.getResponseBody().write(answer);
		}
		exchange.close();
	}

	private void writeUntilCutOff(HttpExchange exchange) {
		try {
			while (true) {
				exchange.getResponseBody().write(new byte[1_000]);
			}
		}
		catch (IOException ex) {
			this.cutOff.countDown();
		}
	}

	private PeerAnswer send() throws Exception {
		return send("/p");
	}

	private PeerAnswer send(String path) throws Exception {
		URI address = URI.create("http://localhost:%d%s".formatted(this.server.getAddress().getPort(), path));
		return this.client.send(address, () -> QUESTION).toCompletableFuture().get();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void signedAnswerIsReturnedHoweverItIsFramed(boolean chunked) throws Exception {
		this.body = new byte[PeerTransport.MAX_BODY];
		this.chunked = chunked;
		PeerAnswer answer = send();
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.body()).hasSize(PeerTransport.MAX_BODY);
		assertThat(this.received).isEqualTo(QUESTION);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void answerOverTheLimitIsNotRead(boolean chunked) throws Exception {
		this.body = new byte[PeerTransport.MAX_BODY + 1];
		this.chunked = chunked;
		assertThat(send().body()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "forged" })
	void answerWithoutAValidSignatureHasNoBody(String signature) throws Exception {
		this.body = new byte[1];
		this.forged = signature;
		assertThat(send()).isEqualTo(new PeerAnswer(200, null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/p", "/other" })
	void answerToAnotherMessageHasNoBody(String path) throws Exception {
		this.body = new byte[1];
		assertThat(send(path).body()).isNotNull();
		this.forged = this.signature;
		assertThat(send()).isEqualTo(new PeerAnswer(200, null));
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 404 })
	void endlessAnswerIsCutOff(int status) throws Exception {
		this.endless = true;
		this.status = status;
		assertThat(send()).isEqualTo(new PeerAnswer(status, null));
		assertThat(this.cutOff.await(60, TimeUnit.SECONDS)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 422, 401, 302, 503 })
	void statusIsReturned(int status) throws Exception {
		this.status = status;
		assertThat(send().status()).isEqualTo(status);
	}

	@Test
	void answerThatIsNotCompleteInTimeFails() throws Exception {
		try (PeerClient impatient = new PeerClient(this.signer, () -> 0, Duration.ofMillis(50), Duration.ofMillis(50),
				null, this.timer, "test"); ServerSocket silent = new ServerSocket(0)) {
			URI address = URI.create("http://localhost:%d/p".formatted(silent.getLocalPort()));
			assertThatExceptionOfType(ExecutionException.class)
				.isThrownBy(() -> impatient.send(address, () -> QUESTION).toCompletableFuture().get())
				.withCauseInstanceOf(HttpTimeoutException.class);
		}
	}

	@Test
	void closedClientFails() {
		this.client.close();
		assertThatExceptionOfType(RejectedExecutionException.class)
			.isThrownBy(() -> this.client.send(URI.create("http://localhost:1/p"), () -> QUESTION));
	}

}
