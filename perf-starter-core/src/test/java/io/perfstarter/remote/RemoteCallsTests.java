package io.perfstarter.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RemoteCalls}. Tests with real clients are in the auto-configuration
 * module.
 */
class RemoteCallsTests {

	@Test
	void handlersBesideEachOtherHearTheEndOfWhatTheyHaveHeard() {
		Ears first = new Ears();
		Ears second = new Ears();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler(new RemoteCalls(List.of(first), Set.of()))
			.observationHandler(new RemoteCalls(List.of(second), Set.of()));
		SenderContext<String> context = new SenderContext<>((carrier, key, value) -> {
		});
		Observation.createNotStarted("http.client.requests", () -> context, registry)
			.observe(() -> assertThat(second.started).hasSize(1));
		assertThat(first.ended).isEqualTo(first.started).hasSize(1);
		assertThat(second.ended).isEqualTo(second.started).hasSize(1);
	}

	@Test
	void aChannelOfSpringIntegrationIsNoRemoteCall() {
		assertThat(targets("spring.integration.producer")).isEmpty();
		assertThat(targets("spring.kafka.template")).containsExactly("spring.kafka.template");
	}

	@Test
	void theTargetHasThePortOfItsUrlAndNoSecret() {
		KeyValues server = KeyValues.of("method", "GET", "client.name", "stock", "uri", "/items/{id}");
		assertThat(targets("http.client.requests", server, "http://user:s3cret@stock:8081/items/1?token=s3cret"))
			.containsExactly("GET stock:8081/items/{id}");
		assertThat(targets("http.client.requests", server, "https://stock/items/1"))
			.containsExactly("GET stock/items/{id}");
		assertThat(targets("http.client.requests", server, "http://10.0.0.7:8081/items/1"))
			.containsExactly("GET stock/items/{id}");
		assertThat(targets("http.client.requests", server.and("uri", "http://stock?next=/s3cret#/s3cret"), "none"))
			.containsExactly("GET stock");
	}

	private static List<String> targets(String name) {
		return targets(name, KeyValues.empty(), "none");
	}

	private static List<String> targets(String name, KeyValues values, String url) {
		Ears ears = new Ears();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new RemoteCalls(List.of(ears), Set.of()));
		SenderContext<String> context = new SenderContext<>((carrier, key, value) -> {
		});
		Observation.createNotStarted(name, () -> context, registry)
			.lowCardinalityKeyValues(values)
			.highCardinalityKeyValue("http.url", url)
			.observe(() -> {
			});
		return ears.started.stream().map(RemoteCall::target).toList();
	}

	/**
	 * Records the calls.
	 */
	private static final class Ears implements RemoteCallListener {

		private final List<RemoteCall> started = new ArrayList<>();

		private final List<RemoteCall> ended = new ArrayList<>();

		@Override
		public void starting(RemoteCall call) {
			this.started.add(call);
		}

		@Override
		public void ended(RemoteCall call) {
			this.ended.add(call);
		}

	}

}
