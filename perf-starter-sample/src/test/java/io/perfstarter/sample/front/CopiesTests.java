package io.perfstarter.sample.front;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.launcher.RunningParts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of what the page asks the front: who holds a copy, and when it is gone.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class CopiesTests {

	private final JsonMapper jsonMapper = new JsonMapper();

	private final RunningParts parts;

	private final List<Integer> ports;

	CopiesTests(RunningParts parts) {
		this.parts = parts;
		this.ports = parts.ticketServices().stream().map((uri) -> URI.create(uri).getPort()).sorted().toList();
	}

	@Test
	void frontNamesTheInstancesByTheirPorts() {
		assertThat(json(get("/instances"))).isEqualTo(this.jsonMapper.valueToTree(this.ports));
	}

	@Test
	void looksWithoutLoading() {
		int port = this.ports.get(0);
		for (int i = 0; i < 2; i++) {
			assertThat(copies(port, 5700, "size=11").get("ticket").isNull()).isTrue();
			assertThat(copies(port, 5700, "size=11").get("search").isNull()).isTrue();
		}
		assertThat(get("/instances/%d/tickets/5700".formatted(port)).headers().firstValue("X-Sample-Cache"))
			.contains("miss");
		assertThat(get("/instances/%d/search?size=11".formatted(port)).headers().firstValue("X-Sample-Cache"))
			.contains("miss");
		awaitHeld(port, 5700, "size=11");
		assertThat(copies(port, 5700, "size=12").get("search").isNull()).isTrue();
		assertThat(copies(this.ports.get(1), 5700, "size=11").get("ticket").isNull()).isTrue();
	}

	@Test
	void changeMakesTheCopiesOfBothInstancesGo() {
		for (int changing : this.ports) {
			ObjectNode ticket = (ObjectNode) json(get("/instances/%d/tickets/5701".formatted(changing)));
			String search = "parkingLotId=" + ticket.get("parkingLotId").asLong();
			this.ports.forEach((port) -> awaitHeld(port, 5701, search));
			ObjectNode changed = ticket.put("notes", "changed on " + changing);
			HttpResponse<String> answer = this.parts
				.put(this.parts.front() + "/instances/%d/tickets/5701".formatted(changing), changed.toString());
			assertThat(answer.statusCode()).isEqualTo(200);
			assertThat(answer.headers().firstValue("X-Sample-Instance")).contains(Integer.toString(changing));
			this.ports.forEach((port) -> awaitGone(port, search));
		}
	}

	@Test
	void unknownInstanceIsNotFound() {
		HttpResponse<String> answer = get("/instances/1/copies?ticket=1");
		assertThat(answer.statusCode()).isEqualTo(404);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
	}

	@Test
	void whatMakesNoSenseIsABadRequest() {
		int port = this.ports.get(0);
		for (String query : List.of("", "ticket=x", "ticket=1&size=0")) {
			assertThat(get("/instances/%d/copies?%s".formatted(port, query)).statusCode()).as(query).isEqualTo(400);
		}
	}

	/**
	 * What is read on a replica is kept once that is known to have the last eviction's
	 * change: then the next read, at the latest, leaves a copy.
	 */
	private void awaitHeld(int port, long id, String search) {
		await("copies held by " + port).untilAsserted(() -> {
			JsonNode ticket = json(get("/instances/%d/tickets/%d".formatted(port, id)));
			JsonNode page = json(get("/instances/%d/search?%s".formatted(port, search)));
			JsonNode copies = copies(port, id, search);
			assertThat(copies.get("ticket")).isEqualTo(ticket);
			assertThat(copies.get("search")).isEqualTo(page);
		});
	}

	private void awaitGone(int port, String search) {
		await("copies gone from " + port).untilAsserted(() -> {
			JsonNode copies = copies(port, 5701, search);
			assertThat(copies.get("ticket").isNull()).isTrue();
			assertThat(copies.get("search").isNull()).isTrue();
		});
	}

	private JsonNode copies(int port, long ticket, String search) {
		HttpResponse<String> answer = get("/instances/%d/copies?ticket=%d&%s".formatted(port, ticket, search));
		assertThat(answer.statusCode()).isEqualTo(200);
		return json(answer);
	}

	private HttpResponse<String> get(String path) {
		return this.parts.get(this.parts.front() + path);
	}

	private JsonNode json(HttpResponse<String> answer) {
		return this.jsonMapper.readTree(answer.body());
	}

}
