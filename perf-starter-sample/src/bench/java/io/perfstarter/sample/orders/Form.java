package io.perfstarter.sample.orders;

import java.util.ArrayList;
import java.util.List;

/**
 * The ways to run the ticket-service that are compared.
 */
enum Form {

	/**
	 * As Boot starts it: 200 threads of Tomcat, and 8 with an endless queue for tasks.
	 */
	PLATFORM("platform threads",
			List.of("--spring.threads.virtual.enabled=false", "--perf-starter.async.enabled=false",
					"--spring.task.execution.mode=force")),

	/** One property more: nothing limits how many requests and tasks run at once. */
	VIRTUAL("virtual threads",
			List.of("--spring.threads.virtual.enabled=true", "--perf-starter.async.enabled=false",
					"--spring.task.execution.mode=force")),

	/** So many requests run, as many tasks as the pool can spare, and the others wait. */
	EXECUTORS("executors and gate", List.of("--spring.threads.virtual.enabled=true"));

	/** Four for each connection: some talk to the client while others use theirs. */
	static final int PERMITS = Integer.getInteger("orders.permits", 4 * 10);

	private final String text;

	private final List<String> arguments;

	Form(String text, List<String> arguments) {
		this.text = text;
		this.arguments = arguments;
	}

	/**
	 * What it is started with.
	 * @param clients how many requests there are at once; all may wait, in each form, and
	 * no client has so many orders that the executor has no room for them
	 */
	List<String> arguments(int clients) {
		List<String> arguments = new ArrayList<>(this.arguments);
		arguments.add("--server.tomcat.accept-count=" + clients);
		arguments.add("--server.tomcat.max-connections=" + (clients + 100));
		if (this == EXECUTORS) {
			arguments.add("--perf-starter.async.requests.concurrency-limit=" + PERMITS);
			arguments.add("--perf-starter.async.requests.queue-capacity=" + clients);
			arguments.add("--perf-starter.async.requests.queue-timeout=60s");
			arguments
				.add("--perf-starter.async.executors.orders.queue-capacity=" + clients * OrderSequencesTests.ORDERS);
		}
		return arguments;
	}

	@Override
	public String toString() {
		return this.text;
	}

}
