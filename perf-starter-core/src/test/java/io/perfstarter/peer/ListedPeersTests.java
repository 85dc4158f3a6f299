package io.perfstarter.peer;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ListedPeers}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ListedPeersTests {

	private final Map<String, List<String>> records = new HashMap<>();

	private @Nullable Integer port = 7900;

	private ListedPeers peers(String... entries) {
		return new ListedPeers(Stream.of(entries).map((entry) -> PeerEntry.of(entry, false)).toList(), "/p",
				() -> this.port, this::resolve, (address) -> address.getHostAddress().equals("10.0.0.1"));
	}

	private InetAddress[] resolve(String host) throws UnknownHostException {
		if (Character.isDigit(host.charAt(0)) || host.contains(":")) {
			return InetAddress.getAllByName(host);
		}
		List<String> addresses = this.records.get(host);
		if (addresses == null) {
			throw new UnknownHostException(host);
		}
		InetAddress[] found = new InetAddress[addresses.size()];
		for (int i = 0; i < found.length; i++) {
			found[i] = InetAddress.getByName(addresses.get(i));
		}
		return found;
	}

	private static List<String> addresses(ListedPeers peers) {
		return peers.instances().stream().map((instance) -> instance.address().toString()).toList();
	}

	@Test
	void nameHasAllItsAddressesAndIsLookedUpEachTime() {
		ListedPeers peers = peers("dns:pods:7900", "fixed:80");
		this.records.put("pods", List.of("10.0.0.2", "10.0.0.1", "fd00::1"));
		assertThat(addresses(peers)).containsExactly("http://10.0.0.1:7900/p", "http://10.0.0.2:7900/p",
				"http://[fd00:0:0:0:0:0:0:1]:7900/p", "http://fixed:80/p");
		this.records.put("pods", List.of("10.0.0.3"));
		assertThat(addresses(peers)).containsExactly("http://10.0.0.3:7900/p", "http://fixed:80/p");
	}

	@Test
	void addressUnderTwoEntriesIsOneInstance() {
		this.records.put("pods", List.of("10.0.0.1"));
		assertThat(peers("dns:pods:7900", "10.0.0.1:7900").instances())
			.containsExactly(new RegisteredInstance(URI.create("http://10.0.0.1:7900/p"), "10.0.0.1:7900", null));
	}

	@Test
	void addressOfAnotherMachineOrPortIsElsewhereOnceTheOwnPortIsKnown() {
		ListedPeers peers = peers("10.0.0.1:7900", "10.0.0.1:7901", "10.0.0.2:7900");
		assertThat(peers.instances()).extracting(RegisteredInstance::elsewhere).containsExactly(false, true, true);
		this.port = null;
		assertThat(peers.instances()).extracting(RegisteredInstance::elsewhere).containsOnly(false);
	}

	@Test
	void lastResultStandsInForAFailingLookUpAndTheFailureIsLoggedOnce(CapturedOutput output) {
		ListedPeers peers = peers("dns:pods:7900");
		assertThat(addresses(peers)).isEmpty();
		this.records.put("pods", List.of("10.0.0.1"));
		assertThat(addresses(peers)).hasSize(1);
		this.records.remove("pods");
		assertThat(addresses(peers)).hasSize(1);
		assertThat(addresses(peers)).hasSize(1);
		assertThat(output.toString().split("Look-up of the peers 'pods' failed", -1)).hasSize(3);
	}

	@Test
	void ownAddressesAreThoseOfThisMachineWithTheOwnPort() {
		this.records.put("pods", List.of("10.0.0.1", "10.0.0.2"));
		this.records.put("me", List.of("10.0.0.1"));
		ListedPeers peers = peers("dns:pods:7900", "me:7900", "me:7901", "unknown:7900");
		assertThat(peers.own()).isEmpty();
		peers.instances();
		assertThat(peers.own()).containsExactlyInAnyOrder(URI.create("http://10.0.0.1:7900/p"),
				URI.create("http://me:7900/p"));
		this.records.remove("me");
		peers.instances();
		assertThat(peers.own()).as("while the look-up fails").contains(URI.create("http://me:7900/p"));
		this.port = null;
		assertThat(peers.own()).isEmpty();
	}

	@Test
	void loopbackAddressIsLocal() throws UnknownHostException {
		assertThat(ListedPeers.isLocal(InetAddress.getByName("127.0.0.1"))).isTrue();
		assertThat(ListedPeers.isLocal(InetAddress.getByName("127.0.1.1"))).isTrue();
		assertThat(ListedPeers.isLocal(InetAddress.getByName("192.0.2.1"))).isFalse();
	}

}
