package io.perfstarter.sample.fanout;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Eureka server and three instances that know each other; test classes share them.
 */
final class Cluster implements AutoCloseable {

	static final Duration POLL = Duration.ofMillis(10);

	private static final Duration BOUND = Duration.ofSeconds(30);

	private static final long FENCE = 9;

	private static final Log logger = LogFactory.getLog(Cluster.class);

	private final EurekaServer eureka = EurekaServer.start();

	private final Instance a = Instance.start("A", this.eureka, Instance.SECRET);

	private final Instance b = Instance.start("B", this.eureka, Instance.SECRET);

	private final Instance c = Instance.start("C", this.eureka, Instance.SECRET);

	EurekaServer eureka() {
		return this.eureka;
	}

	Instance a() {
		return this.a;
	}

	Instance b() {
		return this.b;
	}

	Instance c() {
		return this.c;
	}

	List<Instance> instances() {
		return List.of(this.a, this.b, this.c);
	}

	/**
	 * Waits until each of the three knows the two others and nobody else, and empties
	 * their caches.
	 */
	private void settle() {
		for (Instance instance : instances()) {
			await("peers of " + instance).pollInterval(POLL)
				.untilAsserted(() -> assertThat(instance.peers()).isEqualTo(2));
			instance.clearCaches();
		}
	}

	/**
	 * Waits until each of the three has met the two others and itself.
	 */
	private void meet() {
		for (Instance instance : instances()) {
			await("greetings of " + instance).pollInterval(POLL).untilAsserted(() -> {
				assertThat(instance.answering()).isEqualTo(2);
				assertThat(instance.hasRecognizedItself()).isTrue();
				assertThat(instance.peers()).isEqualTo(2);
			});
		}
	}

	void readEverywhere(long... ids) {
		instances().forEach((instance) -> LongStream.of(ids).forEach((id) -> instance.desk().notes(id)));
	}

	void searchEverywhere(TicketDesk.Query... queries) {
		instances().forEach((instance) -> List.of(queries).forEach((query) -> instance.desk().search(query)));
	}

	void assertHeldEverywhere(String cache, Object... keys) {
		for (Instance instance : instances()) {
			assertThat(keys).as("held by " + instance).allMatch((key) -> instance.holds(cache, key));
		}
	}

	/**
	 * Waits until no instance holds the entries any more, and tells how long that took.
	 */
	void awaitGoneEverywhere(String cache, Object... keys) {
		long start = System.nanoTime();
		for (Instance instance : instances()) {
			await("%s gone from %s of %s".formatted(List.of(keys), cache, instance)).atMost(BOUND)
				.pollDelay(Duration.ZERO)
				.pollInterval(POLL)
				.untilAsserted(() -> assertThat(keys).noneMatch((key) -> instance.holds(cache, key)));
		}
		logger.info("%s gone from '%s' of all instances %d ms after the return".formatted(List.of(keys), cache,
				(System.nanoTime() - start) / 1_000_000));
	}

	/**
	 * Waits until the peers have done everything that an instance told them so far: they
	 * get its messages in order.
	 */
	void awaitAllToldBy(Instance instance) {
		readEverywhere(FENCE);
		instance.desk().annotate(FENCE, "fence");
		awaitGoneEverywhere(TicketDesk.TICKETS, FENCE);
	}

	@Override
	public void close() {
		instances().forEach(Instance::close);
		this.eureka.close();
	}

	/**
	 * Gives the cluster to test classes, settled before each test, and ends it after the
	 * last one.
	 */
	static class Extension implements ParameterResolver, BeforeEachCallback {

		@Override
		public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
			return parameter.getParameter().getType() == Cluster.class;
		}

		@Override
		public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
			return cluster(context);
		}

		@Override
		public void beforeEach(ExtensionContext context) {
			cluster(context).settle();
		}

		private static Cluster cluster(ExtensionContext context) {
			return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(Cluster.class))
				.computeIfAbsent(Cluster.class, (type) -> start(), Cluster.class);
		}

		private static Cluster start() {
			Cluster cluster = new Cluster();
			cluster.meet();
			return cluster;
		}

	}

}
