package io.perfstarter.sample.launcher;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Waits until the instances of the ticket-service have discovered each other and the
 * front has discovered them.
 */
class Readiness {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final Duration PAUSE = Duration.ofMillis(250);

	private static final ParameterizedTypeReference<List<String>> STRINGS = new ParameterizedTypeReference<>() {
	};

	private final RestClient restClient = RestClient.create();

	void await(List<TicketProcess> processes, DiscoveryClient front) throws InterruptedException {
		Instant deadline = Instant.now().plus(PATIENCE);
		while (!isReady(processes, front)) {
			processes.forEach(TicketProcess::requireAlive);
			if (Instant.now().isAfter(deadline)) {
				throw new SampleException("The instances do not see each other after " + PATIENCE.toSeconds() + " s");
			}
			Thread.sleep(PAUSE.toMillis());
		}
	}

	private boolean isReady(List<TicketProcess> processes, DiscoveryClient front) {
		return front.getInstances("ticket-service").size() == processes.size()
				&& !front.getInstances("token-service").isEmpty()
				&& processes.stream().allMatch((process) -> sees(process, processes.size()));
	}

	private boolean sees(TicketProcess process, int instances) {
		try {
			List<String> seen = this.restClient.get()
				.uri("http://localhost:%d/instances".formatted(process.port()))
				.retrieve()
				.body(STRINGS);
			return seen != null && seen.size() == instances;
		}
		catch (RestClientException ex) {
			return false;
		}
	}

}
