package io.perfstarter.sample.ticket;

import java.net.URI;
import java.net.http.HttpResponse;

import io.perfstarter.fixtures.Tier;
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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of what the ticket-service answers.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class TicketServiceHttpTests {

	private static final String MARCH = "&searchStartAt=2024-03-01&searchEndAt=2024-03-31";

	private final JsonMapper jsonMapper = new JsonMapper();

	private final Visitor visitor = Visitor.withCookies();

	private final RunningParts parts;

	TicketServiceHttpTests(RunningParts parts) {
		this.parts = parts;
	}

	@Test
	void findsTheTicketsOfLot1InMarch() {
		JsonNode page = json(search("parkingLotId=1" + MARCH + "&page=1&size=10"));
		assertThat(page.get("totalElements").asLong()).isEqualTo(5078);
		assertThat(page.get("totalPages").asInt()).isEqualTo(508);
		assertThat(page.get("page").asInt()).isEqualTo(1);
		assertThat(page.get("size").asInt()).isEqualTo(10);
		assertThat(page.get("content")).hasSize(10);
	}

	@Test
	void withoutParametersFindsAll() {
		JsonNode page = json(search(""));
		assertThat(page.get("totalElements").asLong()).isEqualTo(6000);
		assertThat(page.get("page").asInt()).isZero();
		assertThat(page.get("content")).hasSize(10);
	}

	@Test
	void pagesFollowOneAnother() {
		JsonNode both = json(search("parkingLotId=2&size=20")).get("content");
		JsonNode first = json(search("parkingLotId=2&size=10&page=0")).get("content");
		JsonNode second = json(search("parkingLotId=2&size=10&page=1")).get("content");
		assertThat(both.get(9)).isEqualTo(first.get(9));
		assertThat(both.get(10)).isEqualTo(second.get(0));
		assertThat(json(search("parkingLotId=2&page=100000000&size=500")).get("content")).isEmpty();
	}

	@Test
	void composesWhatATicketRefersTo() {
		JsonNode ticket = json(search("size=1")).get("content").get(0);
		assertThat(ticket.get("zone").get("id")).isEqualTo(ticket.get("zoneId"));
		assertThat(ticket.get("category").get("id")).isEqualTo(ticket.get("categoryId"));
		assertThat(ticket.get("exchange").get("id")).isEqualTo(ticket.get("exchangeId"));
	}

	@Test
	void dateAndItsFirstAndLastMomentsAreTheSame() {
		String moments = "&searchStartAt=2024-03-01T00:00:00&searchEndAt=2024-03-31T23:59:59";
		assertThat(search("parkingLotId=1" + moments).body()).isEqualTo(search("parkingLotId=1" + MARCH).body());
	}

	@Test
	void saysWhetherTheCacheAnswered() {
		String query = "parkingLotId=5&size=7";
		assertHeaders(search(query), "miss", "replica");
		// What was read before the replica is known to have all is not kept.
		await("copy").untilAsserted(() -> assertHeaders(search(query), "hit", "none"));
		assertHeaders(ticket(5900), "miss", "replica");
		await("copy").untilAsserted(() -> assertHeaders(ticket(5900), "hit", "none"));
		assertHeaders(get("/members/id-1"), "none", "replica");
		assertHeaders(get("/members-legacy/id-1"), "none", "primary");
		assertHeaders(get("/nothing-here"), "none", "none");
	}

	@Test
	void changeEvictsTheTicketAndTheSearchesOfBothLots() {
		ObjectNode ticket = (ObjectNode) json(ticket(6000));
		long lot = ticket.get("parkingLotId").asLong();
		long otherLot = (lot == 3) ? 4 : 3;
		long total = total(lot);
		long otherTotal = total(otherLot);
		await("copy").untilAsserted(() -> assertHeaders(search("parkingLotId=1"), "hit", "none"));
		HttpResponse<String> answer = put(6000, ticket.put("parkingLotId", otherLot).put("notes", "Moved"));
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.body()).isEqualTo(ticket.toString());
		assertThat(ticket(6000).body()).isEqualTo(ticket.toString());
		assertThat(total(lot)).isEqualTo(total - 1);
		assertThat(total(otherLot)).isEqualTo(otherTotal + 1);
		assertHeaders(search("parkingLotId=1"), "hit", "none");
		put(6000, ticket.put("parkingLotId", lot).put("notes", ""));
		assertThat(total(lot)).isEqualTo(total);
		await("what others see").untilAsserted(
				() -> assertThat(this.parts.get(uri("/tickets/api/v1/6000")).body()).isEqualTo(ticket.toString()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/tickets/api/v1/6001", "/members/id-0", "/members/email-nobody@parking.example",
			"/members/token-unknown", "/members-legacy/token-unknown", "/stock/99", "/orders/0",
			"/legacy/api/v1/zones/0" })
	void whatDoesNotExistIsNotFound(String path) {
		assertProblem(get(path), 404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/tickets/api/v1/x", "/tickets/api/v1/search?size=0", "/tickets/api/v1/search?size=501",
			"/tickets/api/v1/search?page=-1", "/tickets/api/v1/search?page=x", "/tickets/api/v1/search?parkingLotId=x",
			"/tickets/api/v1/search?searchStartAt=yesterday",
			"/tickets/api/v1/search?searchStartAt=2024-03-02&searchEndAt=2024-03-01" })
	void whatMakesNoSenseIsABadRequest(String path) {
		assertProblem(get(path), 400);
	}

	@Test
	void unknownTicketCannotBeChanged() {
		ObjectNode ticket = (ObjectNode) json(ticket(1));
		assertProblem(put(6001, ticket.put("id", 6001)), 404);
	}

	@Test
	void ticketThatIsNotWholeIsABadRequest() {
		ObjectNode ticket = (ObjectNode) json(ticket(1));
		for (String name : ticket.propertyNames()) {
			ObjectNode without = ticket.deepCopy();
			without.remove(name);
			assertProblem(put(1, without), 400);
		}
		assertProblem(put(1, ticket.deepCopy().put("id", 2)), 400);
		assertProblem(put(1, ticket.deepCopy().put("zoneId", 999)), 400);
		assertProblem(put(1, ticket.deepCopy().put("status", "LOST")), 400);
		assertProblem(put(1, ticket.deepCopy().put("endAt", "2000-01-01T00:00:00")), 400);
		assertProblem(this.visitor.put(uri("/tickets/api/v1/1"), "no JSON"), 400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/members", "/members-legacy" })
	void findsMembersByTokenEmailAndId(String path) {
		String byId = get(path + "/id-42").body();
		assertThat(json(get(path + "/id-42")).get("email").asString()).isEqualTo("member42@parking.example");
		assertThat(get(path + "/token-42").body()).isEqualTo(byId);
		assertThat(get(path + "/email-member42@parking.example").body()).isEqualTo(byId);
	}

	@Test
	void orderIsAcceptedAndTheStockIsUpdatedLater() {
		long before = remaining(2);
		long submitted = executor("orders").get("submitted").asLong();
		HttpResponse<String> answer = order("{\"categoryId\": 2, \"quantity\": 3}");
		assertThat(answer.statusCode()).isEqualTo(202);
		ObjectNode order = (ObjectNode) json(answer);
		assertThat(order.get("state").asString()).isEqualTo("ACCEPTED");
		String path = "/orders/" + order.get("id").asLong();
		assertThat(this.parts.get(uri(path)).statusCode()).as("found by strangers, too").isEqualTo(200);
		await("order done").untilAsserted(() -> assertThat(json(get(path))).isEqualTo(order.put("state", "DONE")));
		await("stock").untilAsserted(() -> assertThat(remaining(2)).isEqualTo(before - 3));
		assertThat(executor("orders").get("submitted").asLong()).isGreaterThan(submitted);
		assertThat(executor("orders").get("permits").asLong()).isEqualTo(5);
	}

	@Test
	void searchInSequenceUsesNoCacheAndNoExecutor() {
		String query = "parkingLotId=3&size=40";
		long submitted = executor("enrich").get("submitted").asLong();
		HttpResponse<String> answer = get("/tickets/api/v1/search-sequential?" + query);
		assertHeaders(answer, "none", "replica");
		assertThat(answer.body()).isEqualTo(search(query).body());
		assertThat(executor("enrich").get("submitted").asLong()).isEqualTo(submitted);
	}

	@Test
	void parallelSearchIsHelpedByItsExecutor() {
		assertThat(executor("enrich").get("permits").asLong()).isEqualTo(5);
		// No executor helps while all its permits are taken.
		await("help").untilAsserted(() -> {
			String query = "parkingLotId=3&size=50";
			HttpResponse<String> answer = get("/tickets/api/v1/search-parallel?" + query);
			assertHeaders(answer, "none", "replica");
			assertThat(answer.body()).isEqualTo(search(query).body());
			assertThat(executor("enrich").get("submitted").asLong()).isPositive();
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"categoryId\": 2, \"quantity\": 0}", "{\"categoryId\": 2, \"quantity\": 1001}",
			"{\"categoryId\": 2}", "{\"categoryId\": 99, \"quantity\": 1}", "{\"quantity\": 1}", "no JSON" })
	void orderThatMakesNoSenseIsABadRequest(String order) {
		long submitted = executor("orders").get("submitted").asLong();
		assertProblem(order(order), 400);
		assertThat(executor("orders").get("submitted").asLong()).isEqualTo(submitted);
	}

	@Test
	void clientsOfTheFrontHaveNoTokenInCommon() {
		String uri = "%s/instances/%d/tickets/5202".formatted(this.parts.front(), URI.create(uri("")).getPort());
		String ticket = this.parts.get(uri).body();
		this.parts.holdStandby();
		try {
			HttpResponse<String> answer = this.parts.put(uri, ticket);
			assertThat(answer.statusCode()).isEqualTo(200);
			assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
			assertThat(this.parts.get(uri).headers().firstValue("X-Sample-Database")).contains("replica");
		}
		finally {
			this.parts.releaseStandby();
		}
	}

	private HttpResponse<String> order(String order) {
		return this.visitor.post(uri("/orders"), order);
	}

	private long remaining(long category) {
		return json(get("/stock/" + category)).get("remaining").asLong();
	}

	private JsonNode executor(String name) {
		for (JsonNode executor : json(get("/instance/executors"))) {
			if (executor.get("executor").asString().equals(name)) {
				return executor;
			}
		}
		throw new AssertionError("There is no executor " + name);
	}

	private String uri(String path) {
		return this.parts.ticketService() + path;
	}

	private HttpResponse<String> get(String path) {
		return this.visitor.get(uri(path));
	}

	private HttpResponse<String> search(String query) {
		return get("/tickets/api/v1/search?" + query);
	}

	private long total(long lot) {
		return json(search("parkingLotId=" + lot)).get("totalElements").asLong();
	}

	private HttpResponse<String> ticket(long id) {
		return get("/tickets/api/v1/" + id);
	}

	private HttpResponse<String> put(long id, JsonNode ticket) {
		return this.visitor.put(uri("/tickets/api/v1/" + id), ticket.toString());
	}

	private JsonNode json(HttpResponse<String> answer) {
		return this.jsonMapper.readTree(answer.body());
	}

	private static void assertHeaders(HttpResponse<String> answer, String cache, String database) {
		assertThat(answer.headers().firstValue("X-Sample-Cache")).contains(cache);
		assertThat(answer.headers().firstValue("X-Sample-Database")).contains(database);
	}

	private void assertProblem(HttpResponse<String> answer, int status) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(json(answer).get("status").asInt()).isEqualTo(status);
	}

}
