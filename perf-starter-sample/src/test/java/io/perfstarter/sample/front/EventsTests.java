package io.perfstarter.sample.front;

import java.util.ArrayList;
import java.util.List;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.launcher.RunningParts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of who listens to the events of the front, and until when.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class EventsTests {

	private final RunningParts parts;

	EventsTests(RunningParts parts) {
		this.parts = parts;
	}

	@Test
	void whoLeavesIsForgotten() throws Exception {
		try (ConfigurableApplicationContext front = this.parts.anotherFront(0)) {
			EventStream stream = front.getBean(EventStream.class);
			EventReader stays = EventReader.of(RunningParts.address(front));
			EventReader leaves = EventReader.of(RunningParts.address(front));
			assertThat(stream.listeners()).isEqualTo(2);
			leaves.close();
			await().until(() -> stream.listeners() == 1);
			stays.close();
			await().until(() -> stream.listeners() == 0);
			await().until(() -> threads() == 0);
		}
	}

	@Test
	void moreThanTheLimitAreToldToComeLater() throws Exception {
		List<EventReader> readers = new ArrayList<>();
		try (ConfigurableApplicationContext front = this.parts.anotherFront(0)) {
			String address = RunningParts.address(front);
			for (int i = 0; i < EventStream.LISTENERS; i++) {
				readers.add(EventReader.of(address));
			}
			assertThat(readers).extracting((reader) -> reader.response().statusCode()).containsOnly(200);
			EventReader refused = EventReader.of(address);
			assertThat(refused.response().statusCode()).isEqualTo(503);
			assertThat(refused.response().headers().firstValue("Retry-After")).contains("5");
			readers.get(0).close();
			await().until(() -> front.getBean(EventStream.class).listeners() < EventStream.LISTENERS);
			readers.set(0, EventReader.of(address));
			assertThat(readers.get(0).response().statusCode()).isEqualTo(200);
		}
		for (EventReader reader : readers) {
			await().until(reader::ended);
		}
		await().until(() -> threads() == 0);
	}

	@Test
	void frontThatEndsSendsItsListenersAway() throws Exception {
		ConfigurableApplicationContext front = this.parts.anotherFront(0);
		EventStream stream = front.getBean(EventStream.class);
		// Of a poll that ends after the last listener has left.
		stream.stands(new Event("executor", 1, "{\"port\": 1, \"state\": {}}"));
		EventReader reader = EventReader.of(RunningParts.address(front));
		await().until(() -> !reader.events().isEmpty());
		assertThat(reader.events()).noneMatch((told) -> told.name().equals("executor") && told.tellsStateOf(1));
		front.close();
		await().until(() -> stream.listeners() == 0);
		await().until(reader::ended);
		await().until(() -> threads() == 0);
	}

	/** Of all fronts of this JVM. */
	private static long threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("events-"))
			.count();
	}

}
