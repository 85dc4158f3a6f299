package io.perfstarter.sample.ticket;

import java.net.URI;
import java.net.http.HttpResponse;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.sample.launcher.RunningParts;
import io.perfstarter.sample.launcher.Visitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of where the ticket-service reads and writes, and of what its clients see of a
 * standby that is behind.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class RoutingHttpTests {

	private static final int PAIRS = 100;

	private final JsonMapper jsonMapper = new JsonMapper();

	private final Visitor visitor = Visitor.withCookies();

	private final RunningParts parts;

	RoutingHttpTests(RunningParts parts) {
		this.parts = parts;
	}

	@AfterEach
	void releaseStandby() {
		this.parts.releaseStandby();
	}

	@UsualRows({ 1, 4 })
	@ParameterizedTest
	@ValueSource(strings = { "/tickets/api/v1/search?parkingLotId=4&size=17", "/tickets/api/v1/5206",
			"/legacy/api/v1/tickets", "/legacy/api/v1/zones/1", "/members/email-member7@parking.example", "/stock/1" })
	void readsAskTheReplica(String path) {
		assertThat(database(this.parts.get(this.parts.ticketService() + path))).isEqualTo("replica");
	}

	@Test
	void changeAsksThePrimary() {
		assertThat(database(change(this.parts.ticketService(), 5202, "changed"))).isEqualTo("primary");
	}

	@UsualRows(2)
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void readRightAfterAChangeOfTheSameClientFindsIt(boolean held) {
		String instance = this.parts.ticketService();
		if (held) {
			this.parts.holdStandby();
		}
		for (int i = 0; i < PAIRS; i++) {
			String notes = "pair %d, standby held: %s".formatted(i, held);
			assertThat(change(instance, 5202, notes).statusCode()).isEqualTo(200);
			HttpResponse<String> answer = this.visitor.get(uri(instance, 5202));
			assertThat(notes(answer)).isEqualTo(notes);
			assertThat(held && "replica".equals(database(answer))).as("read from the standby that is held").isFalse();
		}
	}

	@UsualRows
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void uncachedReadRightAfterAChangeFindsItOnTheOtherInstance(boolean held) {
		String instance = this.parts.ticketServices().get(0);
		String uncached = this.parts.ticketServices().get(1) + "/legacy/api/v1/tickets?parkingLotId=4&size=1";
		ObjectNode ticket = (ObjectNode) json(this.visitor.get(uncached)).get("content").get(0);
		if (held) {
			this.parts.holdStandby();
		}
		for (int i = 0; i < PAIRS; i++) {
			String notes = "elsewhere %d, standby held: %s".formatted(i, held);
			String changed = ticket.put("notes", notes).toString();
			assertThat(this.visitor.put(uri(instance, ticket.get("id").asLong()), changed).statusCode()).isEqualTo(200);
			HttpResponse<String> answer = this.visitor.get(uncached);
			assertThat(json(answer).get("content").get(0).get("notes").asString()).isEqualTo(notes);
			assertThat(held && "replica".equals(database(answer))).as("read from the standby that is held").isFalse();
		}
	}

	@Test
	void whatTheStandbyDoesNotHaveYetIsNotKept() {
		String changing = this.parts.ticketServices().get(0);
		String other = this.parts.ticketServices().get(1);
		assertThat(change(changing, 5204, "before").statusCode()).isEqualTo(200);
		await("copy").untilAsserted(() -> assertSeen(other, "before", "hit"));
		this.parts.holdStandby();
		assertThat(change(changing, 5204, "after").statusCode()).isEqualTo(200);
		await("eviction").untilAsserted(() -> assertSeen(other, "before", "miss"));
		for (int i = 0; i < 3; i++) {
			assertSeen(other, "before", "miss");
		}
		assertThat(notes(this.visitor.get(uri(changing, 5204)))).isEqualTo("after");
		this.parts.releaseStandby();
		await("change").untilAsserted(() -> assertSeen(other, "after", "hit"));
	}

	@Test
	void clientsOfTheFrontHaveNoTokenInCommon() {
		URI instance = URI.create(this.parts.ticketService());
		String uri = "%s/instances/%d/tickets/5202".formatted(this.parts.front(), instance.getPort());
		String ticket = this.parts.get(uri).body();
		this.parts.holdStandby();
		HttpResponse<String> answer = this.parts.put(uri, ticket);
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
		assertThat(database(this.parts.get(uri))).isEqualTo("replica");
	}

	private void assertSeen(String instance, String notes, String cache) {
		HttpResponse<String> answer = this.parts.get(uri(instance, 5204));
		assertThat(notes(answer)).isEqualTo(notes);
		assertThat(answer.headers().firstValue("X-Sample-Cache")).contains(cache);
	}

	private HttpResponse<String> change(String instance, long id, String notes) {
		String uri = uri(instance, id);
		ObjectNode ticket = (ObjectNode) json(this.visitor.get(uri));
		return this.visitor.put(uri, ticket.put("notes", notes).toString());
	}

	private static String uri(String instance, long id) {
		return "%s/tickets/api/v1/%d".formatted(instance, id);
	}

	private static String database(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		return answer.headers().firstValue("X-Sample-Database").orElse("");
	}

	private String notes(HttpResponse<String> answer) {
		return json(answer).get("notes").asString();
	}

	private JsonNode json(HttpResponse<String> answer) {
		return this.jsonMapper.readTree(answer.body());
	}

}
