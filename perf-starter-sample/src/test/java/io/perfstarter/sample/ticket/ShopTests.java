package io.perfstarter.sample.ticket;

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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of both forms of the shop: look, fill a cart, order.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class ShopTests {

	private static final int CATEGORY = 5;

	private static final String WANTED = "{\"categoryId\": %d, \"quantity\": 3}".formatted(CATEGORY);

	private final JsonMapper jsonMapper = new JsonMapper();

	private final Visitor visitor = Visitor.withCookies();

	private final RunningParts parts;

	ShopTests(RunningParts parts) {
		this.parts = parts;
	}

	@Test
	void orderIsWrittenBehindAndAllInstancesShowTheNewStock() {
		for (String instance : this.parts.ticketServices()) {
			await("cached stock").untilAsserted(() -> assertThat(
					this.parts.get(instance + "/shop/stock/" + CATEGORY).headers().firstValue("X-Sample-Cache"))
				.contains("hit"));
		}
		long before = remaining(this.parts.ticketService() + "/shop-legacy");
		long id = fill("/shop");
		JsonNode order = json(post("/shop/carts/%d/order".formatted(id), "{}"), 202);
		assertThat(order.get("state").asString()).isEqualTo("ACCEPTED");
		await("order done").untilAsserted(() -> assertThat(state(id)).isEqualTo("DONE"));
		for (String instance : this.parts.ticketServices()) {
			await("new stock").untilAsserted(() -> assertThat(remaining(instance + "/shop")).isEqualTo(before - 3));
		}
	}

	@Test
	void orderOfTheLegacyFormIsDoneWhenItIsAnswered() {
		long id = fill("/shop-legacy");
		JsonNode order = json(post("/shop-legacy/carts/%d/order".formatted(id), "{}"), 202);
		assertThat(order.get("state").asString()).isEqualTo("DONE");
		assertThat(state(id)).isEqualTo("DONE");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/shop", "/shop-legacy" })
	void cartIsOrderedOnce(String form) {
		long id = fill(form);
		String order = "%s/carts/%d/order".formatted(form, id);
		json(post(order, "{}"), 202);
		await("order done").untilAsserted(() -> assertThat(state(id)).isEqualTo("DONE"));
		assertThat(json(post(order, "{}"), 404).get("detail").asString()).startsWith("There is no cart ");
		json(post(form + "/carts", "{\"categoryId\": 99, \"quantity\": 1}"), 404);
		json(post(form + "/carts", "{\"categoryId\": 1, \"quantity\": 0}"), 400);
	}

	private long fill(String form) {
		JsonNode cart = json(post(form + "/carts", WANTED), 201);
		assertThat(cart.get("state").asString()).isEqualTo("CART");
		return cart.get("id").asLong();
	}

	private String state(long id) {
		return json(this.visitor.get(this.parts.ticketService() + "/orders/" + id), 200).get("state").asString();
	}

	private long remaining(String form) {
		return json(this.parts.get(form + "/stock/" + CATEGORY), 200).get("remaining").asLong();
	}

	private HttpResponse<String> post(String path, String body) {
		return this.visitor.post(this.parts.ticketService() + path, body);
	}

	private JsonNode json(HttpResponse<String> answer, int status) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		return this.jsonMapper.readTree(answer.body());
	}

}
