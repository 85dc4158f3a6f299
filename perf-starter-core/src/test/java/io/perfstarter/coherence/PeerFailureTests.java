package io.perfstarter.coherence;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.transport.MessageCodec;
import io.perfstarter.peer.HttpPeerSettings;
import io.perfstarter.peer.HttpPeerTransport;
import io.perfstarter.peer.PeerChannel;
import io.perfstarter.support.DaemonThreads;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.client.ServiceInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the WARN about a peer says why a message has failed, against real servers.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class PeerFailureTests {

	private static final Duration LONG = Duration.ofSeconds(20);

	private static final Message MESSAGE = new Message("me", null, null, new Batch(0, 0, List.of()), 0, null, false);

	private final ScheduledExecutorService timer = DaemonThreads.timer("test-timer");

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final FanOutReport report = new FanOutReport(new SimpleMeterRegistry(), true);

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		this.timer.shutdownNow();
	}

	private void send(String scheme, String host, int port, @Nullable SSLContext tls, Duration timeout) {
		HttpPeerSettings settings = new HttpPeerSettings("a secret of thirty-two characters", "/p", LONG, timeout, tls,
				null);
		try (PeerChannel channel = new HttpPeerTransport(() -> settings).open(this.timer, "test")) {
			URI address = URI.create("%s://%s:%d/p".formatted(scheme, host, port));
			Answer answer = CompletableFuture.completedFuture(new MessageCodec().network(channel))
				.thenCompose((network) -> network.send(address, MESSAGE))
				.exceptionally((failure) -> Answer.of(MessageOutcome.UNREACHABLE, failure))
				.join();
			this.report.peerChanged(address, MessageOutcome.APPLIED, answer.outcome(), answer.failure());
		}
	}

	private void send(String scheme, int port, @Nullable SSLContext tls) {
		send(scheme, "localhost", port, tls, LONG);
	}

	/**
	 * Opens a port, does something with its first connection, and calls it.
	 */
	private void sendTo(ServerSocket server, Connection connection, Runnable call) throws IOException {
		try (server) {
			this.threads.submit(() -> {
				try (Socket accepted = server.accept()) {
					connection.accept(accepted);
				}
				return null;
			});
			call.run();
		}
	}

	private static ServerSocket port() throws IOException {
		return new ServerSocket(0, 50, InetAddress.getByName("localhost"));
	}

	/**
	 * Reads to the end, because a connection with unread bytes is reset.
	 */
	private static void readMessage(Socket socket) throws IOException {
		int last = 0;
		while (last != '}') {
			last = socket.getInputStream().read();
		}
		socket.getInputStream().readNBytes(socket.getInputStream().available());
	}

	@Test
	void connectionRefused(CapturedOutput output) throws IOException {
		int port;
		try (ServerSocket closed = port()) {
			port = closed.getLocalPort();
		}
		send("http", port, null);
		assertThat(output).contains(
				"Peer 'localhost:%d' unreachable (connection refused); evictions are sent when it".formatted(port));
	}

	@Test
	void connectionClosed(CapturedOutput output) throws IOException {
		ServerSocket server = port();
		sendTo(server, PeerFailureTests::readMessage, () -> send("http", server.getLocalPort(), null));
		assertThat(output).contains("unreachable (connection closed: EOF reached while reading); evictions");
	}

	@Test
	void connectionReset(CapturedOutput output) throws IOException {
		ServerSocket server = port();
		sendTo(server, (socket) -> {
			// A write that meets the reset would leave an end of file to the read.
			readMessage(socket);
			socket.setSoLinger(true, 0);
		}, () -> send("http", server.getLocalPort(), null));
		assertThat(output).containsIgnoringCase("unreachable (connection reset");
	}

	@Test
	void responseTimedOut(CapturedOutput output) throws IOException {
		ServerSocket server = port();
		sendTo(server, (socket) -> socket.getInputStream().transferTo(OutputStream.nullOutputStream()),
				() -> send("http", "localhost", server.getLocalPort(), null, Duration.ofMillis(300)));
		assertThat(output).contains("unreachable (response timed out: ");
	}

	@Test
	void unknownHost(CapturedOutput output) {
		send("http", "no-such-host.invalid", 8080, null, LONG);
		assertThat(output).contains("Peer 'no-such-host.invalid:8080' unreachable (unknown host); evictions");
	}

	@Test
	void certificateNotTrusted(CapturedOutput output) throws Exception {
		ServerSocket server = secure(tls(), false);
		sendTo(server, (socket) -> socket.getInputStream().read(),
				() -> send("https", server.getLocalPort(), SSLContextOf.theJdk()));
		assertThat(output).contains(
				"unreachable (certificate not trusted: unable to find valid certification path to requested target)");
	}

	@Test
	void certificateForAnotherHost(CapturedOutput output) throws Exception {
		ServerSocket server = secure(tls(), false);
		sendTo(server, (socket) -> socket.getInputStream().read(),
				() -> send("https", "127.0.0.2", server.getLocalPort(), tls(), LONG));
		assertThat(output).contains("unreachable (certificate not trusted: No subject alternative names matching");
	}

	/**
	 * As in front of an instance whose service mesh wants a certificate of the caller.
	 */
	@Test
	void certificateOfTheCallerIsWanted(CapturedOutput output) throws Exception {
		ServerSocket server = secure(tls(), true);
		sendTo(server, (socket) -> socket.getInputStream().read(),
				() -> send("https", server.getLocalPort(), withoutKey()));
		assertThat(output).containsPattern("unreachable \\((TLS failed: |connection closed|connection reset)");
	}

	@Test
	void portWithoutTls(CapturedOutput output) throws IOException {
		ServerSocket server = port();
		sendTo(server, (socket) -> {
			socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			socket.getInputStream().transferTo(OutputStream.nullOutputStream());
		}, () -> send("https", server.getLocalPort(), tls()));
		assertThat(output).containsPattern("unreachable \\(TLS failed: .*nrecognized SSL message")
			.contains("if its port expects HTTP and not HTTPS");
	}

	@Test
	void portThatAnswersNoHttp(CapturedOutput output) throws IOException {
		ServerSocket server = port();
		sendTo(server, (socket) -> {
			readMessage(socket);
			socket.getOutputStream().write("SSH-2.0-server\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		}, () -> send("http", server.getLocalPort(), null));
		assertThat(output).contains("unreachable (not HTTP: Invalid status line");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			503 | unreachable (HTTP status 503); evictions are sent
			403 | rejects the signature of this instance (HTTP status 403): compare
			302 | rejects the messages of this instance (HTTP status 302): if
			200 | responds without a valid signature (HTTP status 200): compare
			404 | responds with 404: it runs without
			""")
	void status(int status, String warning, CapturedOutput output) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
		server.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(status, -1);
			exchange.close();
		});
		server.start();
		send("http", server.getAddress().getPort(), null);
		server.stop(0);
		assertThat(output).contains(warning);
	}

	@Test
	void fanOutSaysWhyAPeerDoesNotRespondAnyMore(CapturedOutput output) {
		List<ServiceInstance> registry = new CopyOnWriteArrayList<>();
		TestInstance there = new TestInstance(registry, TestInstance.SECRET);
		try (TestInstance here = new TestInstance(registry, TestInstance.SECRET)) {
			String warning = "Peer 'localhost:%d' unreachable (connection ".formatted(there.port());
			here.start();
			there.start();
			await().until(() -> here.hears(there));
			there.close();
			await().until(() -> output.toString().contains(warning));
		}
	}

	/**
	 * A key may be in the message of the exception that a wrong response causes.
	 */
	@Test
	void contentOfAResponseIsNotLogged(CapturedOutput output) {
		this.report.peerChanged(URI.create("http://a:1/p"), null, MessageOutcome.UNREACHABLE,
				new CompletionException(new NumberFormatException("For input string: \"jane@example\"")));
		assertThat(output).contains("unreachable (response not understood)").doesNotContain("jane");
	}

	@Test
	void longMessageIsCut() {
		assertThat(new PeerFailure(new IOException("x".repeat(10_000))).reason()).hasSizeLessThan(200);
		assertThat(new PeerFailure(new CompletionException(new IOException())).reason()).isNotBlank()
			.doesNotContain("java");
	}

	private static ServerSocket secure(SSLContext tls, boolean wanted) throws IOException {
		SSLServerSocket server = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0);
		server.setNeedClientAuth(wanted);
		return server;
	}

	private static SSLContext tls() {
		return SSLContextOf.store(true);
	}

	private static SSLContext withoutKey() {
		return SSLContextOf.store(false);
	}

	/**
	 * What a server does with a connection.
	 */
	private interface Connection {

		void accept(Socket socket) throws IOException;

	}

	/**
	 * Creates TLS contexts.
	 */
	private static final class SSLContextOf {

		static SSLContext theJdk() {
			try {
				return SSLContext.getDefault();
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

		static SSLContext store(boolean key) {
			try (InputStream in = PeerFailureTests.class.getResourceAsStream("peers.p12")) {
				char[] password = "test-only".toCharArray();
				KeyStore store = KeyStore.getInstance("PKCS12");
				store.load(in, password);
				KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
				keys.init(store, password);
				TrustManagerFactory trusted = TrustManagerFactory
					.getInstance(TrustManagerFactory.getDefaultAlgorithm());
				trusted.init(store);
				SSLContext context = SSLContext.getInstance("TLS");
				context.init(key ? keys.getKeyManagers() : null, trusted.getTrustManagers(), null);
				return context;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
