package io.perfstarter.sample.front;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.sample.front.EventReader.Told;
import io.perfstarter.sample.launcher.RunningParts;
import io.perfstarter.sample.launcher.Visitor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the events that the front tells.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class EventsTests {

	private final RunningParts parts;

	private final List<Integer> ports;

	EventsTests(RunningParts parts) {
		this.parts = parts;
		this.ports = parts.ticketServices().stream().map((uri) -> URI.create(uri).getPort()).sorted().toList();
	}

	@Test
	void changeIsToldByTheInstanceThatCommitsItAndByTheOther() throws Exception {
		try (EventReader reader = EventReader.of(this.parts.front())) {
			assertThat(reader.response().headers().firstValue("Content-Type"))
				.hasValueSatisfying((type) -> assertThat(type).startsWith("text/event-stream"));
			// Whose executors are told has been asked for evictions, of which only those
			// that
			// come later are told.
			for (int port : this.ports) {
				await().until(() -> submitted(reader, port) >= 0);
			}
			for (int changing : this.ports) {
				reader.events().clear();
				change(changing, 5702);
				Told committed = eviction(reader, changing, "COMMITTED", (note) -> true);
				assertThat(committed.data().get("cache").asString()).isEqualTo("tickets");
				assertThat(committed.data().get("ids")).extracting(JsonNode::asLong).containsExactly(5702L);
				JsonNode evicted = eviction(reader, changing, "EVICTED", (note) -> true).data();
				String origin = evicted.get("origin").asString();
				int other = this.ports.get(1 - this.ports.indexOf(changing));
				JsonNode heard = eviction(reader, other, "HEARD", (note) -> note.get("origin").asString().equals(origin)
						&& note.get("number").asLong() >= evicted.get("number").asLong())
					.data();
				assertThat(List.of(evicted, heard))
					.allSatisfy((note) -> assertThat(note.get("at").asLong() - committed.data().get("at").asLong())
						.isBetween(0L, 10_000_000L));
			}
		}
	}

	@UsualRows
	@ParameterizedTest
	@ValueSource(strings = { "executor", "coherence", "routing", "boundary", "warmup", "verdict" })
	void stateOfEachInstanceIsToldToANewcomer(String name) throws Exception {
		try (EventReader reader = EventReader.of(this.parts.front())) {
			for (int port : this.ports) {
				await().until(() -> reader.events(), (events) -> events.stream()
					.anyMatch((told) -> told.name().equals(name) && told.tellsStateOf(port)));
			}
		}
	}

	@Test
	void instancesAreTold() throws Exception {
		try (EventReader reader = EventReader.of(this.parts.front())) {
			JsonNode expected = new JsonMapper().valueToTree(this.ports);
			await().until(() -> reader.events(), (events) -> events.stream()
				.anyMatch((told) -> told.name().equals("instances") && told.data().equals(expected)));
		}
	}

	@Test
	void ordersAreToldByTheirExecutor() throws Exception {
		try (EventReader reader = EventReader.of(this.parts.front())) {
			int port = this.ports.get(0);
			// The number is the sum of meters that are read one after the other, so it is
			// right once no task is at work.
			long before = await()
				.until(() -> new JsonMapper()
					.readTree(this.parts.get(this.parts.front() + "/instances/%d/executors".formatted(port)).body()),
						EventsTests::isIdle)
				.valueStream()
				.filter(EventsTests::isOfOrders)
				.mapToLong((executor) -> executor.get("submitted").asLong())
				.sum();
			JsonNode burst = new JsonMapper().readTree(Visitor.withCookies()
				.post(this.parts.front() + "/instances/%d/orders/burst".formatted(port), "{}")
				.body());
			assertThat(burst.get("answered").asInt()).isEqualTo(burst.get("calls").asInt()).isPositive();
			await().until(() -> submitted(reader, port) >= before + burst.get("calls").asInt());
		}
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

	private void change(int port, long id) {
		String path = this.parts.front() + "/instances/%d/tickets/%d".formatted(port, id);
		ObjectNode ticket = (ObjectNode) new JsonMapper().readTree(this.parts.get(path).body());
		assertThat(this.parts.put(path, ticket.put("notes", "told by " + port).toString()).statusCode()).isEqualTo(200);
	}

	private static Told eviction(EventReader reader, int port, String what, Predicate<JsonNode> matching) {
		return await()
			.until(() -> reader.events()
				.stream()
				.filter((told) -> told.name().equals("eviction"))
				.filter((told) -> told.data().get("port").asInt() == port
						&& told.data().get("what").asString().equals(what) && matching.test(told.data()))
				.findFirst(), (found) -> found.isPresent())
			.orElseThrow();
	}

	private static long submitted(EventReader reader, int port) {
		return reader.events()
			.stream()
			.filter((told) -> told.name().equals("executor") && told.tellsStateOf(port))
			.map((told) -> told.data().get("state"))
			.filter(EventsTests::isIdle)
			.flatMap(JsonNode::valueStream)
			.filter(EventsTests::isOfOrders)
			.mapToLong((executor) -> executor.get("submitted").asLong())
			.max()
			.orElse(-1);
	}

	private static boolean isIdle(JsonNode executors) {
		return executors.valueStream()
			.filter(EventsTests::isOfOrders)
			.allMatch((executor) -> executor.get("active").asLong() + executor.get("waiting").asLong() == 0);
	}

	private static boolean isOfOrders(JsonNode executor) {
		return executor.get("executor").asString().equals("orders");
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
