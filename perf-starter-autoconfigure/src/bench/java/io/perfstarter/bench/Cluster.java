package io.perfstarter.bench;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import static org.awaitility.Awaitility.await;

/**
 * Instances of one service that know each other, all in this process.
 */
final class Cluster implements AutoCloseable {

	private final List<Instance> instances;

	Cluster(int size) {
		Registry registry = new Registry();
		this.instances = Stream.generate(() -> new Instance(registry)).limit(size).toList();
	}

	Instance first() {
		return this.instances.get(0);
	}

	List<Instance> peersOfFirst() {
		return this.instances.subList(1, this.instances.size());
	}

	List<Instance> all() {
		return this.instances;
	}

	/**
	 * Starts the fan-out of each instance, and waits until all know all.
	 */
	void start() {
		this.instances.forEach((instance) -> {
			instance.fanOut.start();
			instance.fanOut.listening();
			instance.fanOut.discover();
		});
		await().atMost(Duration.ofSeconds(60))
			.until(() -> this.instances.stream().allMatch((instance) -> instance.isSettled(this.instances.size() - 1)));
	}

	/**
	 * Ends the fan-outs; the web servers stay.
	 */
	void stop() {
		this.instances.forEach((instance) -> instance.fanOut.close());
	}

	@Override
	public void close() {
		this.instances.forEach(Instance::close);
	}

}
