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
 * Tests of {@link ForgetfulRelay}.
 */
class ForgetfulRelayTests {

	@AutoClose
	private ServerSocket server;

	@BeforeEach
	void open() throws IOException {
		this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
	}

	@Test
	void leadsThereAndBack() throws Exception {
		try (ForgetfulRelay relay = new ForgetfulRelay(this.server.getLocalPort(), 60_000);
				Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
				Socket peer = this.server.accept()) {
			client.getOutputStream().write(1);
			assertThat(peer.getInputStream().read()).isEqualTo(1);
			peer.getOutputStream().write(2);
			assertThat(client.getInputStream().read()).isEqualTo(2);
		}
	}

	@Test
	void tellsTheEndOfEachSide() throws Exception {
		try (ForgetfulRelay relay = new ForgetfulRelay(this.server.getLocalPort(), 60_000);
				Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
				Socket peer = this.server.accept()) {
			peer.shutdownOutput();
			assertThat(client.getInputStream().read()).isEqualTo(-1);
		}
	}

	@Test
	void swallowsWhatIsSentAfterARest() throws Exception {
		try (ForgetfulRelay relay = new ForgetfulRelay(this.server.getLocalPort(), 0);
				Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port());
				Socket peer = this.server.accept()) {
			client.getOutputStream().write(1);
			peer.setSoTimeout(300);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> peer.getInputStream().read());
		}
	}

}
