package io.perfstarter.peer;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.support.DaemonThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HttpPeerTransport}. The exchange of messages is tested with the
 * fan-out.
 */
class HttpPeerTransportTests {

	private final ScheduledExecutorService timer = DaemonThreads.timer("test-timer");

	@AfterEach
	void stop() {
		this.timer.shutdownNow();
	}

	private static HttpPeerSettings settings() {
		return new HttpPeerSettings("a secret of thirty-two characters", "/messages", Duration.ofSeconds(5),
				Duration.ofSeconds(5), null, new InetSocketAddress("localhost", 0));
	}

	/**
	 * What supplies the settings may be gone after the close, as when an application
	 * stops.
	 */
	@Test
	void senderOfAClosedChannelUsesItsSettings() throws Exception {
		AtomicInteger supplied = new AtomicInteger();
		HttpPeerTransport transport = new HttpPeerTransport(() -> {
			assertThat(supplied.incrementAndGet()).isOne();
			return settings();
		});
		PeerChannel closed = transport.open(this.timer, "test-closed");
		closed.close();
		try (PeerChannel peer = new HttpPeerTransport(HttpPeerTransportTests::settings).open(this.timer, "test-peer");
				PeerSender late = closed.sender(Duration.ofSeconds(10), this.timer, "test-late")) {
			peer.receive((message) -> new PeerAnswer(200, message), (refusal) -> {
			});
			byte[] message = "{}".getBytes(StandardCharsets.UTF_8);
			PeerAnswer answer = late.send(URI.create("http://localhost:" + peer.port() + "/messages"), () -> message)
				.toCompletableFuture()
				.get(60, TimeUnit.SECONDS);
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.body()).isEqualTo(message);
		}
		assertThat(supplied).hasValue(1);
	}

}
