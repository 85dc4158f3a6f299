package io.perfstarter.sample.launcher;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

	/** The number of seen instances of an instance that does not answer yet. */
	private static final int SILENT = -1;

	private final RestClient restClient = RestClient.create();

	private final Consumer<String> progress;

	/** Creates the waiting; each change is reported to the consumer. */
	Readiness(Consumer<String> progress) {
		this.progress = progress;
	}

	void await(List<TicketProcess> processes, DiscoveryClient front) throws InterruptedException {
		Instant deadline = Instant.now().plus(PATIENCE);
		String reported = "";
		while (true) {
			List<Integer> seen = processes.stream().map(this::seenBy).toList();
			int seenByFront = front.getInstances("ticket-service").size();
			String state = describe(processes, seen, seenByFront);
			if (!state.equals(reported)) {
				this.progress.accept(state);
				reported = state;
			}
			if (isReady(seen, seenByFront, front)) {
				return;
			}
			processes.forEach(TicketProcess::requireAlive);
			if (Instant.now().isAfter(deadline)) {
				throw new SampleException("The instances do not see each other after " + PATIENCE.toSeconds() + " s");
			}
			Thread.sleep(PAUSE.toMillis());
		}
	}

	private static boolean isReady(List<Integer> seen, int seenByFront, DiscoveryClient front) {
		return seenByFront == seen.size() && !front.getInstances("token-service").isEmpty()
				&& seen.stream().allMatch((instances) -> instances == seen.size());
	}

	private static String describe(List<TicketProcess> processes, List<Integer> seen, int seenByFront) {
		String instances = IntStream.range(0, processes.size())
			.mapToObj((index) -> processes.get(index).port()
					+ ((seen.get(index) != SILENT) ? " sees " + seen.get(index) : " is starting"))
			.collect(Collectors.joining(", "));
		return "of %d instances, %s, and the front sees %d".formatted(processes.size(), instances, seenByFront);
	}

	private int seenBy(TicketProcess process) {
		try {
			List<String> seen = this.restClient.get()
				.uri("http://localhost:%d/instances".formatted(process.port()))
				.retrieve()
				.body(STRINGS);
			return (seen != null) ? seen.size() : SILENT;
		}
		catch (RestClientException ex) {
			return SILENT;
		}
	}

}
