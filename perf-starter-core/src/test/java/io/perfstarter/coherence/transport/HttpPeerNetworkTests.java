package io.perfstarter.coherence.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.Outcome;
import io.perfstarter.coherence.protocol.PendingAges;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link HttpPeerNetwork} over real HTTP.
 */
@Timeout(60)
class HttpPeerNetworkTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private static final Message QUESTION = new Message("me", null, URI.create("http://me:1/p"),
			new Batch(0, 1, List.of(Event.all("tickets"))), 1, 7L, false);

	private final MessageCodec codec = new MessageCodec();

	private final MessageSigner signer = new MessageSigner("a secret of thirty-two characters");

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final HttpPeerNetwork network = new HttpPeerNetwork(this.codec, this.signer, () -> 0, TIMEOUT, TIMEOUT,
			null, this.threads, this.timer);

	private HttpServer server;

	private volatile Message received;

	private volatile int status = 200;

	private volatile byte[] body = new byte[0];

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
		this.network.close();
		this.server.stop(0);
		this.timer.shutdownNow();
		this.threads.shutdownNow();
	}

	private void handle(HttpExchange exchange) throws IOException {
		this.received = this.codec.decodeMessage(exchange.getRequestBody().readAllBytes());
		byte[] answer = this.body;
		String nonce = exchange.getRequestHeaders().getFirst(Headers.NONCE);
		exchange.getResponseHeaders().set(Headers.SIGNATURE, this.signer.signAnswer(nonce, this.status, answer));
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

	private Answer send() throws Exception {
		URI address = URI.create("http://localhost:%d/p".formatted(this.server.getAddress().getPort()));
		return this.network.send(address, QUESTION).toCompletableFuture().get();
	}

	private Answer full(int keys) {
		String key = "x".repeat(1_000);
		return new Answer(Outcome.APPLIED, "peer", 0, 9, new PendingAges(5, Map.of("tickets", 3L)),
				new Batch(7, 9, List.of(Event.keys("tickets", Collections.nCopies(keys, key)))));
	}

	@Test
	void pullBringsWhatWasAskedFor() throws Exception {
		Answer answer = full(this.codec.capacity() / this.codec.weight("x".repeat(1_000)) - 1);
		this.body = this.codec.encode(answer);
		assertThat(this.body).hasSizeGreaterThan(MessageCodec.MAX_BODY * 3 / 4);
		assertThat(send()).isEqualTo(answer);
		assertThat(this.received).isEqualTo(QUESTION);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void answerOverTheLimitIsNotRead(boolean chunked) throws Exception {
		this.body = this.codec.encode(full(70));
		this.chunked = chunked;
		assertThat(send()).isEqualTo(Answer.of(Outcome.FORGED));
	}

	@Test
	void answerWithoutALengthIsAccepted() throws Exception {
		Answer answer = full(10);
		this.body = this.codec.encode(answer);
		this.chunked = true;
		assertThat(send()).isEqualTo(answer);
	}

	@ParameterizedTest
	@CsvSource({ "200, FORGED", "404, ABSENT" })
	void endlessAnswerIsCutOff(int status, Outcome outcome) throws Exception {
		this.endless = true;
		this.status = status;
		assertThat(send()).isEqualTo(Answer.of(outcome));
		assertThat(this.cutOff.await(5, TimeUnit.SECONDS)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "200, APPLIED", "422, APPLIED", "401, UNAUTHORIZED", "403, UNAUTHORIZED", "404, ABSENT",
			"409, REFUSED", "429, REFUSED", "302, REFUSED", "500, UNREACHABLE", "503, UNREACHABLE" })
	void statusTellsTheOutcome(int status, Outcome outcome) throws Exception {
		this.body = this.codec.encode(new Answer(Outcome.APPLIED, "peer", 0, 0, PendingAges.NONE, null));
		this.status = status;
		assertThat(send().outcome()).isEqualTo(outcome);
	}

	@Test
	void genuineAnswerThatIsMalformedFails() {
		this.body = "{}".getBytes();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(this::send)
			.withCauseInstanceOf(MalformedMessageException.class);
	}

	@Test
	void closedNetworkFails() {
		this.network.close();
		this.threads.shutdownNow();
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> this.network.send(URI.create("http://localhost:1/p"), QUESTION));
	}

}
