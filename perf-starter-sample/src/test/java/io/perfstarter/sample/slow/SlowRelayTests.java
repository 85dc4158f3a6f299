package io.perfstarter.sample.slow;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link SlowRelay}.
 */
class SlowRelayTests {

	@AutoClose
	private ServerSocket server;

	@BeforeEach
	void open() throws IOException {
		this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
	}

	@Test
	void leadsThereAndBack() throws Exception {
		try (SlowRelay relay = new SlowRelay(this.server.getLocalPort(), new SlowRelay.Trait(1, 1, 1000, 0));
				Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
				Socket peer = this.server.accept()) {
			client.getOutputStream().write(1);
			assertThat(peer.getInputStream().read()).isEqualTo(1);
			peer.getOutputStream().write(2);
			assertThat(client.getInputStream().read()).isEqualTo(2);
		}
	}

	@Test
	void endsAConnectionAtRest() throws Exception {
		try (SlowRelay relay = new SlowRelay(this.server.getLocalPort(), new SlowRelay.Trait(0, 0, 0, 1));
				Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
				Socket peer = this.server.accept()) {
			assertThat(client.getInputStream().read()).isEqualTo(-1);
			assertThat(peer.getInputStream().read()).isEqualTo(-1);
		}
	}

	@Test
	void waitsForAnAnswer() throws Exception {
		try (SlowRelay relay = new SlowRelay(this.server.getLocalPort(), new SlowRelay.Trait(0, 0, 0, 500));
				Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
			client.getOutputStream().write(1);
			try (Socket peer = this.server.accept()) {
				assertThat(peer.getInputStream().read()).isEqualTo(1);
				peer.setSoTimeout(1200);
				assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> peer.getInputStream().read());
				peer.getOutputStream().write(2);
				assertThat(client.getInputStream().read()).isEqualTo(2);
			}
		}
	}

}
