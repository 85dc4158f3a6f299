package io.perfstarter.sample.front;

import java.util.List;

import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Forwards requests of the page to individual instances of the ticket-service.
 */
@RestController
@RequestMapping("/instances")
class InstancesController {

	private final TicketInstances instances;

	private final Burst burst;

	private final OwnWrite ownWrite;

	InstancesController(TicketInstances instances, Burst burst, OwnWrite ownWrite) {
		this.instances = instances;
		this.burst = burst;
		this.ownWrite = ownWrite;
	}

	@GetMapping
	List<Integer> ports() {
		return this.instances.ports();
	}

	@GetMapping("/{port}/copies")
	ResponseEntity<byte[]> copies(@PathVariable int port, @RequestParam MultiValueMap<String, String> parameters) {
		return this.instances.at(port).get("/instance/copies", parameters);
	}

	@GetMapping("/{port}/coherence")
	ResponseEntity<byte[]> coherence(@PathVariable int port) {
		return this.instances.at(port).get("/actuator/coherence");
	}

	@GetMapping("/{port}/routing")
	ResponseEntity<byte[]> routing(@PathVariable int port) {
		return this.instances.at(port).get("/actuator/routing");
	}

	@GetMapping("/{port}/boundary")
	ResponseEntity<byte[]> boundary(@PathVariable int port) {
		return this.instances.at(port).get("/actuator/boundary");
	}

	@GetMapping("/{port}/warmup")
	ResponseEntity<byte[]> warmup(@PathVariable int port) {
		return this.instances.at(port).get("/actuator/warmup");
	}

	@GetMapping("/{port}/whyslow")
	ResponseEntity<byte[]> whySlow(@PathVariable int port) {
		return this.instances.at(port).get("/actuator/whyslow");
	}

	@PostMapping("/{port}/burst")
	Burst.Outcome burst(@PathVariable int port) {
		return this.burst.members(this.instances.uri(port));
	}

	@PostMapping("/{port}/orders/burst")
	Burst.Outcome orderBurst(@PathVariable int port) {
		return this.burst.orders(this.instances.uri(port));
	}

	@PostMapping("/{port}/own-write")
	List<OwnWrite.Step> ownWrite(@PathVariable int port) {
		return this.ownWrite.play(this.instances.uri(port), this.instances.uri(this.instances.after(port)));
	}

	@GetMapping("/{port}/executors")
	ResponseEntity<byte[]> executors(@PathVariable int port) {
		return this.instances.at(port).get("/instance/executors");
	}

	@PostMapping("/{port}/orders")
	ResponseEntity<byte[]> order(@PathVariable int port, @RequestBody byte[] order) {
		return this.instances.at(port).post("/orders", order);
	}

	@GetMapping("/{port}/orders/{id}")
	ResponseEntity<byte[]> order(@PathVariable int port, @PathVariable long id) {
		return this.instances.at(port).get("/orders/" + id);
	}

	@GetMapping("/{port}/{form:members|members-legacy}/token-{token:\\d+}")
	ResponseEntity<byte[]> member(@PathVariable int port, @PathVariable String form, @PathVariable String token) {
		return this.instances.at(port).get("/%s/token-%s".formatted(form, token));
	}

	@GetMapping("/{port}/{form:search|search-sequential|search-parallel}")
	ResponseEntity<byte[]> search(@PathVariable int port, @PathVariable String form,
			@RequestParam MultiValueMap<String, String> parameters) {
		return this.instances.at(port).get("/tickets/api/v1/" + form, parameters);
	}

	@GetMapping("/{port}/tickets/{id}")
	ResponseEntity<byte[]> find(@PathVariable int port, @PathVariable long id) {
		return this.instances.at(port).get("/tickets/api/v1/" + id);
	}

	@PutMapping("/{port}/tickets/{id}")
	ResponseEntity<byte[]> change(@PathVariable int port, @PathVariable long id, @RequestBody byte[] ticket) {
		return this.instances.at(port).put("/tickets/api/v1/" + id, ticket);
	}

}
