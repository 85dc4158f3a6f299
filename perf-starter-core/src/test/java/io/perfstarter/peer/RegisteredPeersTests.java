package io.perfstarter.peer;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClient;
import org.springframework.cloud.client.serviceregistry.Registration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RegisteredPeers}.
 */
class RegisteredPeersTests {

	private final FakeClient first = new FakeClient();

	private final FakeClient second = new FakeClient();

	private final DiscoveryClient composite = new CompositeDiscoveryClient(
			new ArrayList<>(List.of(this.first, this.second)));

	private final List<Registration> registrations = new ArrayList<>();

	private final RegisteredPeers peers = new RegisteredPeers(() -> List.of(this.composite, this.first, this.second),
			() -> this.registrations, () -> "tickets", "/app/events", false, () -> "i1");

	@Test
	void joinsWhatAllClientsKnow() {
		this.first.add("a", 1, false);
		this.second.add("a", 1, false);
		this.second.add("b", 2, true);
		assertThat(addresses()).containsExactly(URI.create("http://a:1/app/events"),
				URI.create("https://b:2/app/events"));
		assertThat(this.first.asked).isEqualTo(1);
	}

	@Test
	void lastAnswerStandsInForAFailingClient() {
		this.first.add("a", 1, false);
		this.second.add("b", 2, false);
		this.second.failing = true;
		assertThat(addresses()).containsExactly(URI.create("http://a:1/app/events"));
		this.second.failing = false;
		assertThat(addresses()).hasSize(2);
		this.first.failing = true;
		this.second.instances.clear();
		assertThat(addresses()).containsExactly(URI.create("http://a:1/app/events"));
	}

	@Test
	void instanceWithoutAnAddressDoesNotHideTheOthers() {
		this.first.add("under_score", 1, false);
		this.first.add("a", 1, false);
		assertThat(addresses()).containsExactly(URI.create("http://a:1/app/events"));
	}

	@Test
	void addressOfIpVersion6() {
		this.first.add("[::1]", 1, false);
		assertThat(addresses()).containsExactly(URI.create("http://[::1]:1/app/events"));
	}

	@Test
	void instancesAtOneAddressAreCountedByTheirIds() {
		this.first.add("a", 1, "one");
		this.first.add("a", 1, "one");
		this.second.add("a", 1, "x");
		this.second.add("a", 1, "y");
		this.second.add("b", 1, (String) null);
		assertThat(this.peers.instances()).containsExactly(instance("a", "x"), instance("a", "y"),
				instance("b", "http://b:1/app/events"));
	}

	@Test
	void oneRegistrationSeenByTwoClientsIsOne() {
		this.first.add("a", 1, "one");
		this.second.add("a", 1, "the same under another id");
		assertThat(this.peers.instances()).containsExactly(instance("a", "one"));
	}

	private static RegisteredInstance instance(String host, String id) {
		return new RegisteredInstance(URI.create("http://" + host + ":1/app/events"), id, null);
	}

	@Test
	void ownAddressesAreThoseThatWereRegisteredAndCanBeReached() {
		assertThat(this.peers.own()).isEmpty();
		this.registrations.add(new FakeRegistration("under_score", 1));
		this.registrations.add(new FakeRegistration("a", 0));
		assertThat(this.peers.own()).isEmpty();
		this.registrations.add(new FakeRegistration("a", 1));
		this.registrations.add(new FakeRegistration("b", 2));
		assertThat(this.peers.own()).containsExactly(URI.create("http://a:1/app/events"),
				URI.create("http://b:2/app/events"));
	}

	private List<URI> addresses() {
		return this.peers.instances().stream().map(RegisteredInstance::address).toList();
	}

	@Test
	void registrationThatFailsTellsNothing() {
		RegisteredPeers failing = new RegisteredPeers(List::of, () -> {
			throw new IllegalStateException("failing");
		}, () -> "tickets", "/app/events", false, () -> null);
		assertThat(failing.own()).isEmpty();
	}

	@Test
	void listenerOfAnInstanceIsItsAddress() {
		this.first.add("a", 1, false);
		this.first.add("b", 1, true);
		this.first.add("[::1]", 1, false);
		this.first.instances.forEach((instance) -> instance.getMetadata().put(RegisteredPeers.PORT, "9"));
		assertThat(addresses()).containsExactly(URI.create("http://a:9/app/events"),
				URI.create("http://b:9/app/events"), URI.create("http://[::1]:9/app/events"));
		RegisteredPeers secure = new RegisteredPeers(() -> List.of(this.first), List::of, () -> "tickets",
				"/app/events", true, () -> null);
		assertThat(secure.instances().get(0).address()).isEqualTo(URI.create("https://a:9/app/events"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "-1" })
	void listenerPortThatIsNoneIsIgnored(String port) {
		this.first.add("a", 1, false);
		this.first.instances.get(0).getMetadata().put(RegisteredPeers.PORT, port);
		assertThat(addresses()).containsExactly(URI.create("http://a:1/app/events"));
	}

	@Test
	void incarnationOfAnInstanceIsThatOfItsMetadata() {
		this.first.add("a", 1, false);
		this.first.instances.get(0).getMetadata().put(RegisteredPeers.INCARNATION, "i2");
		assertThat(this.peers.instances()).extracting(RegisteredInstance::incarnation).containsExactly("i2");
	}

	@Test
	void ownIncarnationIsKnownBeforeTheRegistrationHasMetadata() {
		this.registrations.add(new FakeRegistration("a", 1));
		assertThat(this.peers.incarnation()).isEqualTo("i1");
	}

	@Test
	void ownAddressesAreThoseOfTheListenerAndOfTheApplication() {
		Registration own = new FakeRegistration("a", 0);
		own.getMetadata().put(RegisteredPeers.PORT, "9");
		this.registrations.add(own);
		assertThat(this.peers.own()).containsExactly(URI.create("http://a:9/app/events"));
		Registration started = new FakeRegistration("a", 1);
		started.getMetadata().put(RegisteredPeers.PORT, "9");
		this.registrations.set(0, started);
		assertThat(this.peers.own()).containsExactly(URI.create("http://a:9/app/events"),
				URI.create("http://a:1/app/events"));
	}

	private static final class FakeRegistration extends DefaultServiceInstance implements Registration {

		FakeRegistration(String host, int port) {
			super(host + port, "tickets", host, port, false);
		}

	}

	private static final class FakeClient implements DiscoveryClient {

		private final List<ServiceInstance> instances = new ArrayList<>();

		private boolean failing;

		private int asked;

		void add(String host, int port, boolean secure) {
			this.instances.add(new DefaultServiceInstance(host + port, "tickets", host, port, secure));
		}

		void add(String host, int port, @Nullable String id) {
			this.instances.add(new DefaultServiceInstance(id, "tickets", host, port, false));
		}

		@Override
		public String description() {
			return "fake";
		}

		@Override
		public List<ServiceInstance> getInstances(String serviceId) {
			assertThat(serviceId).isEqualTo("tickets");
			this.asked++;
			if (this.failing) {
				throw new IllegalStateException("failing");
			}
			return this.instances;
		}

		@Override
		public List<String> getServices() {
			return List.of("tickets");
		}

	}

}
