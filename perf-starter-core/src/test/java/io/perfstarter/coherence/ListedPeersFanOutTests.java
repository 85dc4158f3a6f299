package io.perfstarter.coherence;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.coherence.protocol.NodeStatus.Member;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.peer.ListedPeers;
import io.perfstarter.peer.PeerEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link FanOut} between instances that a DNS name lists, each at an address of
 * its own and the same port, as pods are.
 */
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
class ListedPeersFanOutTests {

	private static final Event EVENT = Event.keys("tickets", List.of(1L));

	private final List<String> records = new CopyOnWriteArrayList<>();

	private final List<TestInstance> instances = new ArrayList<>();

	private final int port = FreePort.find();

	ListedPeersFanOutTests() throws IOException {
	}

	@AfterEach
	void close() {
		this.instances.forEach((instance) -> instance.fanOut.close());
		this.instances.forEach(TestInstance::close);
	}

	private TestInstance start(String address) {
		return start(address, this.port);
	}

	private TestInstance start(String address, int ownPort) {
		ListedPeers peers = new ListedPeers(List.of(PeerEntry.of("dns:pods:" + this.port, false)), TestInstance.PATH,
				() -> ownPort, (host) -> host.equals("pods") ? records() : InetAddress.getAllByName(host),
				(local) -> local.getHostAddress().equals(address));
		TestInstance instance = new TestInstance(peers, new InetSocketAddress(address, this.port));
		this.instances.add(instance);
		this.records.add(address);
		instance.fanOut.start();
		instance.fanOut.discover();
		return instance;
	}

	private InetAddress[] records() throws UnknownHostException {
		List<InetAddress> addresses = new ArrayList<>();
		for (String address : this.records) {
			addresses.add(InetAddress.getByName(address));
		}
		return addresses.toArray(InetAddress[]::new);
	}

	private void awaitPeers(TestInstance instance, String... addresses) {
		await().until(() -> {
			instance.fanOut.refresh();
			NodeStatus status = instance.fanOut.status();
			return status.members()
				.stream()
				.filter((member) -> member.origin() != null && member.address() != null)
				.map((member) -> member.address().getHost())
				.sorted()
				.toList()
				.equals(List.of(addresses)) && instance.fanOut.peers() == addresses.length;
		});
	}

	/**
	 * As behind a proxy, which may lead to any instance.
	 */
	@Test
	void instanceThatReachesItselfAtAnotherAddressIsNotCertified(CapturedOutput output) {
		TestInstance instance = start("127.0.0.1", this.port + 1);
		await().until(() -> {
			instance.fanOut.refresh();
			return output.toString().contains("No address in 'perf-starter.coherence.peers' is that of this instance");
		});
		NodeStatus status = instance.fanOut.status();
		assertThat(status.mode()).isEqualTo(Mode.JOINING);
		assertThat(status.members()).extracting(Member::last).contains(MessageOutcome.SELF);
	}

	@Test
	void instancesOfANameFindEachOther() {
		TestInstance first = start("127.0.0.1");
		TestInstance second = start("127.0.0.2");
		awaitPeers(first, "127.0.0.2");
		awaitPeers(second, "127.0.0.1");
		TestInstance third = start("127.0.0.3");
		awaitPeers(first, "127.0.0.2", "127.0.0.3");
		awaitPeers(third, "127.0.0.1", "127.0.0.2");
		first.fanOut.publish(List.of(EVENT));
		for (TestInstance other : List.of(second, third)) {
			await().untilAsserted(() -> assertThat(other.evicted).containsExactly(EVENT));
		}
	}

}
