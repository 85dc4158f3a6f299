package io.perfstarter.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
