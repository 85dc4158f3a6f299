package io.perfstarter.sample.front;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.stereotype.Component;
import org.springframework.web.client.ResourceAccessException;

/**
 * Demonstrates reading one's own writes: reads a ticket, changes it and reads it again,
 * also on another instance, as a client that returns its cookie, and then reads it as
 * another client. Each read bypasses the caches, and the result names the instance and
 * the database that served it.
 */
@Component
class OwnWrite {

	/** A search for one ticket that no cache serves. */
	private static final String UNCACHED = "/legacy/api/v1/tickets?parkingLotId=5&size=1";

	/** How long the replica may take to receive the change. */
	private static final Duration SOON = Duration.ofSeconds(2);

	private final JsonMapper jsonMapper;

	OwnWrite(JsonMapper jsonMapper) {
		this.jsonMapper = jsonMapper;
	}

	/**
	 * Runs the steps. Synchronized, so that no other run changes the ticket meanwhile.
	 */
	synchronized List<Step> play(URI instance, URI elsewhere) {
		HttpClient client = client(new CookieManager());
		HttpClient stranger = client(null);
		Answer before = read(client, instance);
		String notes = "changed at " + Instant.now();
		Answer change = change(client, instance, before.ticket().deepCopy().put("notes", notes));
		Answer own = read(client, instance);
		Answer others = read(stranger, instance);
		Step moved = onReplica(client, elsewhere, notes);
		return List.of(before.as("read", notes), change.as("change", notes), own.as("own read", notes),
				others.as("read by others", notes), moved);
	}

	/**
	 * Reads until the replica has the change or a read lacks it.
	 */
	private Step onReplica(HttpClient client, URI instance, String notes) {
		Instant end = Instant.now().plus(SOON);
		Step step;
		do {
			step = read(client, instance).as("own read elsewhere", notes);
		}
		while (step.changed() && !step.database().equals("replica") && Instant.now().isBefore(end));
		return step;
	}

	private static HttpClient client(@Nullable CookieManager cookies) {
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(Duration.ofSeconds(1));
		return ((cookies != null) ? builder.cookieHandler(cookies) : builder).build();
	}

	private Answer read(HttpClient client, URI instance) {
		HttpResponse<byte[]> response = send(client, HttpRequest.newBuilder(instance.resolve(UNCACHED)));
		return new Answer(response, (ObjectNode) this.jsonMapper.readTree(response.body()).get("content").get(0));
	}

	private Answer change(HttpClient client, URI instance, ObjectNode ticket) {
		URI uri = instance.resolve("/tickets/api/v1/" + ticket.get("id").asLong());
		HttpResponse<byte[]> response = send(client,
				HttpRequest.newBuilder(uri)
					.header("Content-Type", "application/json")
					.PUT(BodyPublishers.ofByteArray(this.jsonMapper.writeValueAsBytes(ticket))));
		return new Answer(response, (ObjectNode) this.jsonMapper.readTree(response.body()));
	}

	private static HttpResponse<byte[]> send(HttpClient client, HttpRequest.Builder request) {
		try {
			HttpResponse<byte[]> response = client.send(request.timeout(Duration.ofSeconds(10)).build(),
					BodyHandlers.ofByteArray());
			if (response.statusCode() != 200) {
				throw new ResourceAccessException("The instance answers with " + response.statusCode());
			}
			return response;
		}
		catch (IOException ex) {
			throw new ResourceAccessException("The instance does not answer", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The result of a step.
	 *
	 * @param step the name of the step
	 * @param port the port of the instance
	 * @param database the database of the last statement
	 * @param changed whether the returned ticket contains the change
	 */
	record Step(String step, int port, String database, boolean changed) {
	}

	/**
	 * The response of an instance.
	 *
	 * @param response the response
	 * @param ticket the returned ticket
	 */
	private record Answer(HttpResponse<byte[]> response, ObjectNode ticket) {

		Step as(String step, String notes) {
			return new Step(step, this.response.uri().getPort(),
					this.response.headers().firstValue("X-Sample-Database").orElse("unknown"),
					notes.equals(this.ticket.get("notes").asString()));
		}

	}

}
