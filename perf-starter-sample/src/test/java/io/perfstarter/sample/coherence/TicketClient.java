package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Talks to one instance or another of the ticket-service, around the relays.
 */
final class TicketClient {

	/**
	 * Short, so that the last read that waited for a paused instance is a young one.
	 */
	private static final Duration READ_TIMEOUT = Duration.ofMillis(500);

	private static final Duration TIMEOUT = Duration.ofSeconds(15);

	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(READ_TIMEOUT)
		.build();

	private final JsonMapper jsonMapper = new JsonMapper();

	private final Map<Long, JsonNode> tickets = new ConcurrentHashMap<>();

	Read read(InstanceProcess instance, long id) throws IOException, InterruptedException {
		long start = System.nanoTime();
		HttpResponse<String> answer = send(request(instance, path(id)).timeout(READ_TIMEOUT));
		JsonNode ticket = this.jsonMapper.readTree(answer.body());
		this.tickets.putIfAbsent(id, ticket);
		boolean hit = "hit".equals(answer.headers().firstValue("X-Sample-Cache").orElseThrow());
		return new Read(instance.name(), id, ticket.get("notes").asString(), hit, start);
	}

	/**
	 * Changes the notes of a ticket.
	 * @throws IOException if there is no answer, though the change may be made
	 */
	void write(InstanceProcess instance, long id, String value) throws IOException, InterruptedException {
		if (!this.tickets.containsKey(id)) {
			read(instance, id);
		}
		ObjectNode ticket = ((ObjectNode) this.tickets.get(id).deepCopy()).put("notes", value);
		send(request(instance, path(id)).header("Content-Type", "application/json")
			.timeout(TIMEOUT)
			.PUT(BodyPublishers.ofString(ticket.toString())));
	}

	/**
	 * The instances of the service that an instance sees.
	 */
	List<String> instances(InstanceProcess instance) throws IOException, InterruptedException {
		String body = send(request(instance, "/instances").timeout(TIMEOUT)).body();
		return StreamSupport.stream(this.jsonMapper.readTree(body).spliterator(), false)
			.map(JsonNode::asString)
			.toList();
	}

	/**
	 * The evictions that an instance has recorded, as JSON.
	 */
	String evictions(InstanceProcess instance) throws IOException, InterruptedException {
		return send(request(instance, "/instance/evictions").timeout(TIMEOUT)).body();
	}

	private static String path(long id) {
		return "/tickets/api/v1/" + id;
	}

	private static HttpRequest.Builder request(InstanceProcess instance, String path) {
		return HttpRequest.newBuilder(URI.create(instance.url() + path));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		HttpResponse<String> answer = this.client.send(request.build(), BodyHandlers.ofString());
		if (answer.statusCode() != 200) {
			throw new IOException("Answered %d: %s".formatted(answer.statusCode(), answer.body()));
		}
		return answer;
	}

}
