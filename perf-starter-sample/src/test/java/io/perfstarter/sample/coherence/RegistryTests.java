package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * Tests for the registry of the sample.
 */
@Tag(Tier.CI)
class RegistryTests {

	private static final int INSTANCES = 20;

	private static final int FIRST_PORT = 40_000;

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private volatile boolean over;

	@Test
	void instanceIsSeenSoonThoughItRegistersWhileOthersAsk() throws Exception {
		try (Registry registry = new Registry(FreePort.find())) {
			List<Thread> others = List.of(new Thread(() -> ask(registry)), new Thread(() -> ask(registry)));
			others.forEach(Thread::start);
			for (int port = FIRST_PORT; port < FIRST_PORT + INSTANCES; port++) {
				String id = "dead-" + port;
				// What makes the others' next answer a new one.
				registry.addDead(port + INSTANCES);
				registry.removeDead(port + INSTANCES);
				registry.addDead(port);
				await(id).until(() -> changes(registry).contains(id));
				registry.removeDead(port);
			}
			this.over = true;
			for (Thread other : others) {
				other.join();
			}
		}
	}

	private void ask(Registry registry) {
		try {
			while (!this.over) {
				changes(registry);
			}
		}
		catch (IOException ex) {
			// It is over.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private String changes(Registry registry) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(registry.url() + "apps/delta"))
			.header("Accept", "application/json")
			.build();
		return this.client.send(request, BodyHandlers.ofString()).body();
	}

}
