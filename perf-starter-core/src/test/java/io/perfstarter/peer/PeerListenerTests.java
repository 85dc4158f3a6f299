package io.perfstarter.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

import io.perfstarter.support.DaemonThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link PeerListener} with real connections.
 */
@Timeout(60)
class PeerListenerTests {

	private static final String PATH = "/app/events";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final MessageSigner signer = new MessageSigner("a secret of thirty-two characters");

	private final ScheduledExecutorService timer = DaemonThreads.timer("test-timer");

	private final PeerClient client = new PeerClient(this.signer, () -> 0, PATIENCE, PATIENCE, null, this.timer,
			"test-client");

	private final List<Socket> senders = new ArrayList<>();

	private PeerListener listener;

	@BeforeEach
	void start() throws IOException {
		start(PATIENCE);
	}

	private void start(Duration limit) throws IOException {
		this.listener = new PeerListener(new InetSocketAddress("localhost", 0), null, limit, this.timer, "test");
		this.listener.start(PATH,
				new PeerEndpoint(PATH, (message) -> new PeerAnswer(200, message), this.signer, () -> 0, (refusal) -> {
				}, PeerEndpoint.NONCES));
	}

	/**
	 * Cuts off messages that do not arrive soon, so also those of a busy machine.
	 */
	private void startHasty() throws IOException {
		this.listener.close();
		start(Duration.ofMillis(300));
	}

	@AfterEach
	void stop() throws IOException {
		for (Socket sender : this.senders) {
			sender.close();
		}
		this.client.close();
		this.listener.close();
		this.timer.shutdownNow();
	}

	private URI uri(String path) {
		return URI.create("http://localhost:%d%s".formatted(this.listener.port(), path));
	}

	private void assertAnswers() {
		byte[] message = "message".getBytes(StandardCharsets.UTF_8);
		PeerAnswer answer = this.client.send(uri(PATH), () -> message).toCompletableFuture().join();
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.body()).isEqualTo(message);
	}

	private Socket sender(String start) throws IOException {
		Socket sender = new Socket("localhost", this.listener.port());
		sender.setSoTimeout((int) PATIENCE.toMillis());
		this.senders.add(sender);
		sender.getOutputStream().write(start.getBytes(StandardCharsets.US_ASCII));
		return sender;
	}

	@Test
	void answersMessagesOfPeersOnOneConnectionAfterAnother() {
		assertAnswers();
		assertAnswers();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/app", PATH + "/x", PATH + "x", PATH + "/" })
	void hasNothingAtOtherPaths(String path) throws Exception {
		assertThat(status(path, new byte[0])).isEqualTo(404);
	}

	@Test
	void bodyOverTheLimitIsRefusedAndTheNextMessageAnswered() throws Exception {
		assertThat(status(PATH, new byte[PeerTransport.MAX_BODY + 1])).isEqualTo(413);
		assertAnswers();
	}

	@Test
	void bodyThatIsAnnouncedOverTheLimitIsRefusedBeforeItIsRead() throws IOException {
		Socket sender = sender("POST " + PATH + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + PeerEndpoint.CONTENT_TYPE
				+ "\r\nContent-Length: 10000000000\r\n\r\n{");
		assertThat(new BufferedReader(new InputStreamReader(sender.getInputStream())).readLine()).contains(" 413 ");
	}

	private int status(String path, byte[] body) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(uri(path))
			.header("Content-Type", PeerEndpoint.CONTENT_TYPE)
			.POST(BodyPublishers.ofByteArray(body))
			.build();
		return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
	}

	@ParameterizedTest
	@ValueSource(strings = { "P", "POST " + PATH + " HTTP/1.1\r\nHost: x\r\nX-",
			"POST " + PATH + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
			"POST " + PATH + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{",
			"POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{" })
	void slowSendersAreCutOffAndHoldNoThread(String start) throws Exception {
		startHasty();
		List<Socket> slow = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			slow.add(sender(start));
		}
		// A message that is interrupted, too, is sent again.
		await().ignoreExceptions().untilAsserted(this::assertAnswers);
		for (Socket sender : slow) {
			// Reads an answer, if there is one, until the connection is closed.
			assertThat(read(sender)).doesNotContain(" 200 ");
		}
	}

	private static String read(Socket sender) {
		try {
			return new String(sender.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
		}
		catch (SocketTimeoutException ex) {
			return "not closed, so no 200 ";
		}
		catch (IOException ex) {
			return "reset";
		}
	}

	@Test
	void connectionsForWhichThereIsNoPlaceAreClosed() throws Exception {
		startHasty();
		for (int i = 0; i < 100; i++) {
			sender("P");
		}
		for (Socket sender : this.senders) {
			assertThat(read(sender)).doesNotContain(" 200 ");
		}
		await().ignoreExceptions().untilAsserted(this::assertAnswers);
	}

	@Test
	void portInUseFails() {
		InetSocketAddress address = new InetSocketAddress("localhost", this.listener.port());
		assertThatIOException().isThrownBy(() -> new PeerListener(address, null, PATIENCE, this.timer, "test"));
	}

	@Test
	void threadsAreDaemonsAndEndWithTheListener() {
		assertAnswers();
		assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
		this.listener.close();
		await().until(() -> threads().isEmpty());
	}

	private static List<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("perf-starter-test-listener-")
					|| thread.getName().equals("HTTP-Dispatcher"))
			.toList();
	}

}
