package io.perfstarter.sample.front;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ResponseStatusException;

/**
 * Performs the legacy search: one call for the page, and three more calls per ticket for
 * its references.
 */
@Component
class LegacySearch {

	private final TicketClient client;

	private final JsonMapper jsonMapper;

	LegacySearch(TicketClient client, JsonMapper jsonMapper) {
		this.client = client;
		this.jsonMapper = jsonMapper;
	}

	ResponseEntity<byte[]> search(MultiValueMap<String, String> parameters) {
		ResponseEntity<byte[]> answer = this.client.get("/legacy/api/v1/tickets", parameters);
		if (!answer.getStatusCode().is2xxSuccessful()) {
			return answer;
		}
		JsonNode page = this.jsonMapper.readTree(answer.getBody());
		for (JsonNode ticket : page.get("content")) {
			compose((ObjectNode) ticket);
		}
		return ResponseEntity.ok().headers(answer.getHeaders()).body(this.jsonMapper.writeValueAsBytes(page));
	}

	private void compose(ObjectNode ticket) {
		ticket.set("zone", find("zones", ticket.get("zoneId")));
		ticket.set("category", find("categories", ticket.get("categoryId")));
		ticket.set("exchange", find("exchanges", ticket.get("exchangeId")));
	}

	private JsonNode find(String kind, JsonNode id) {
		ResponseEntity<byte[]> answer = this.client.get("/legacy/api/v1/" + kind + "/" + id.asLong());
		if (!answer.getStatusCode().is2xxSuccessful()) {
			throw new ResponseStatusException(HttpStatus.BAD_GATEWAY, "The ticket-service has no " + kind + " " + id);
		}
		return this.jsonMapper.readTree(answer.getBody());
	}

}
