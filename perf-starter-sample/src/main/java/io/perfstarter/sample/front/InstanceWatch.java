package io.perfstarter.sample.front;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.server.ResponseStatusException;

/**
 * Polls the instances for events and states while a browser is connected, and sends
 * changes to the event stream. Each event has the time at which it occurred, so the time
 * of polling does not matter.
 */
@Component
class InstanceWatch {

	private final TicketInstances instances;

	private final EventStream stream;

	private final JsonMapper jsonMapper;

	/** The time of the last eviction that was sent, by port. */
	private final Map<Integer, Long> told = new ConcurrentHashMap<>();

	InstanceWatch(TicketInstances instances, EventStream stream, JsonMapper jsonMapper) {
		this.instances = instances;
		this.stream = stream;
		this.jsonMapper = jsonMapper;
	}

	@Scheduled(fixedDelay = 100)
	void evictionsAndExecutors() {
		if (this.stream.listeners() == 0) {
			this.told.clear();
			return;
		}
		eachInstance((port) -> {
			evictions(port);
			state(port, "executor", "/instance/executors");
		});
	}

	@Scheduled(fixedDelay = 1000)
	void knowledge() {
		if (this.stream.listeners() == 0) {
			return;
		}
		List<Integer> ports = this.instances.ports();
		this.stream.keepOnly(ports);
		this.stream.stands(new Event("instances", Event.ALL, ports.toString()));
		eachInstance((port) -> {
			state(port, "coherence", "/actuator/coherence");
			state(port, "routing", "/actuator/routing");
			state(port, "boundary", "/actuator/boundary");
		});
	}

	@Scheduled(fixedDelay = 2000)
	void reports() {
		if (this.stream.listeners() > 0) {
			eachInstance((port) -> {
				state(port, "warmup", "/actuator/warmup");
				state(port, "verdict", "/actuator/whyslow", SlowReport::latest);
			});
		}
	}

	private void eachInstance(IntConsumer question) {
		for (int port : this.instances.ports()) {
			try {
				question.accept(port);
			}
			catch (ResourceAccessException | ResponseStatusException ex) {
				// The instance does not respond and will be polled again, or it has just
				// stopped.
			}
		}
	}

	private void evictions(int port) {
		long after = this.told.computeIfAbsent(port,
				(first) -> ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
		ResponseEntity<byte[]> answer = this.instances.soon(port)
			.get("/instance/evictions", new LinkedMultiValueMap<>(Map.of("after", List.of(Long.toString(after)))));
		if (answer.getStatusCode().is2xxSuccessful()) {
			for (JsonNode note : this.jsonMapper.readTree(answer.getBody())) {
				this.told.put(port, note.get("at").asLong());
				this.stream.happened(new Event("eviction", port, ((ObjectNode) note).put("port", port).toString()));
			}
		}
	}

	private void state(int port, String name, String path) {
		state(port, name, path, UnaryOperator.identity());
	}

	/**
	 * Sends a state without data if the instance has no such endpoint, for example for
	 * routing without a replica.
	 */
	private void state(int port, String name, String path, UnaryOperator<JsonNode> view) {
		ResponseEntity<byte[]> answer = this.instances.soon(port).get(path);
		ObjectNode data = this.jsonMapper.createObjectNode().put("port", port);
		if (answer.getStatusCode().is2xxSuccessful()) {
			data.set("state", view.apply(this.jsonMapper.readTree(answer.getBody())));
		}
		this.stream.stands(new Event(name, port, data.toString()));
	}

}
