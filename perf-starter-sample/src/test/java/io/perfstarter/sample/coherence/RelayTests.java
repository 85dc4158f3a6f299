package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

import io.perfstarter.sample.coherence.Relay.Cut;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Relay} and {@link SocketOwner}.
 */
class RelayTests {

	private static final int PATIENCE_MILLIS = 10_000;

	private final ServerSocket instance = listen();

	private volatile String source = "A";

	private final Relay relay = new Relay(this.instance.getLocalPort(), (from, to) -> this.source);

	RelayTests() throws IOException {
	}

	@AfterEach
	void close() throws IOException {
		this.relay.close();
		this.instance.close();
	}

	@Test
	void passesBothWays() throws IOException {
		try (Socket peer = connect(); Socket accepted = accept()) {
			assertPasses(peer, accepted);
			assertPasses(accepted, peer);
		}
	}

	@Test
	void holdsWhatIsSentUntilTheLinkIsMended() throws IOException {
		try (Socket peer = connect(); Socket accepted = accept()) {
			this.relay.cut("A", Cut.HOLD);
			peer.getOutputStream().write(7);
			accepted.setSoTimeout(200);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> accepted.getInputStream().read());
			await("held").untilAsserted(() -> assertThat(this.relay.affected()).isEqualTo(1));
			this.relay.heal();
			accepted.setSoTimeout(PATIENCE_MILLIS);
			assertThat(accepted.getInputStream().read()).isEqualTo(7);
		}
	}

	@Test
	void resetsOldAndNewConnections() throws IOException {
		try (Socket old = connect(); Socket accepted = accept()) {
			assertPasses(old, accepted);
			this.relay.cut("A", Cut.RESET);
			assertReset(old);
			assertReset(connect());
			this.relay.heal();
			try (Socket again = connect(); Socket acceptedAgain = accept()) {
				assertPasses(again, acceptedAgain);
			}
		}
	}

	@Test
	void cutsOnePeerAndNotTheOther() throws IOException {
		this.relay.cut("B", Cut.RESET);
		try (Socket peer = connect(); Socket accepted = accept()) {
			assertPasses(peer, accepted);
			this.source = "B";
			assertReset(connect());
			assertPasses(peer, accepted);
		}
	}

	@Test
	void leadsNewConnectionsToAnotherPort() throws IOException {
		try (Socket old = connect(); Socket accepted = accept(); ServerSocket other = listen()) {
			this.relay.retarget(other.getLocalPort());
			try (Socket peer = connect(); Socket acceptedElsewhere = accept(other)) {
				assertPasses(peer, acceptedElsewhere);
			}
			assertPasses(old, accepted);
		}
	}

	@Test
	void instanceThatDoesNotListenIsNotReached() throws IOException {
		this.instance.close();
		assertReset(connect());
	}

	@Test
	@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs /proc")
	void connectionIsOwnedByWhoOpenedIt() throws IOException {
		try (Socket peer = connect(); Socket accepted = accept()) {
			assertThat(accepted.isConnected()).isTrue();
			long self = ProcessHandle.current().pid();
			assertThat(SocketOwner.owns(self, peer.getLocalPort(), this.relay.port())).isTrue();
			assertThat(SocketOwner.owns(self, peer.getLocalPort(), this.instance.getLocalPort())).isFalse();
			long parent = ProcessHandle.current().parent().orElseThrow().pid();
			assertThat(SocketOwner.owns(parent, peer.getLocalPort(), this.relay.port())).isFalse();
		}
	}

	private static ServerSocket listen() throws IOException {
		return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
	}

	private Socket connect() throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.relay.port());
		socket.setSoTimeout(PATIENCE_MILLIS);
		return socket;
	}

	private Socket accept() throws IOException {
		return accept(this.instance);
	}

	private static Socket accept(ServerSocket server) throws IOException {
		server.setSoTimeout(PATIENCE_MILLIS);
		Socket socket = server.accept();
		socket.setSoTimeout(PATIENCE_MILLIS);
		return socket;
	}

	private static void assertPasses(Socket from, Socket to) throws IOException {
		from.getOutputStream().write(42);
		assertThat(to.getInputStream().read()).isEqualTo(42);
	}

	private static void assertReset(Socket socket) throws IOException {
		try (socket) {
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> socket.getInputStream().read())
				.withMessageContaining("reset");
		}
	}

}
