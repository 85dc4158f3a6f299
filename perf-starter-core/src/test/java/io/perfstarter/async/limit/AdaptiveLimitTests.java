package io.perfstarter.async.limit;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AdaptiveLimit} with a model of a service whose load exceeds what it
 * carries.
 */
class AdaptiveLimitTests {

	private final AdaptiveLimit limit = new AdaptiveLimit(2, 500, 20);

	private final long seed = System.nanoTime();

	private final Random random = new Random(this.seed);

	@Test
	void connectionsLimitAServiceThatHoldsThemAllTheTime() {
		Service service = new Service(2, 10, 1, 50, 0);
		run(service, 60);
		assertThat(this.limit.limit()).as("seed %d", this.seed).isBetween(10, 14);
		assertThat(service.throughput(this.limit.limit())).isGreaterThan(0.95 * service.most());
	}

	@Test
	void processorsLimitAServiceThatComputes() {
		Service service = new Service(1, 10, 10, 1, 0);
		run(service, 100);
		assertThat(this.limit.limit()).as("seed %d", this.seed).isLessThan(6);
		assertThat(service.throughput(this.limit.limit())).isGreaterThan(0.9 * service.most());
	}

	@Test
	void remoteCallsNeedMoreThanConnectionsAndProcessors() {
		Service service = new Service(2, 10, 2, 5, 400);
		run(service, 100);
		assertThat(service.throughput(this.limit.limit())).as("seed %d", this.seed).isGreaterThan(0.9 * service.most());
		assertThat(this.limit.limit()).isLessThan((int) (1.4 * service.most() * service.runTime()));
	}

	@Test
	void nothingThatIsMeasuredLimitsAServiceThatOnlyWaits() {
		run(new Service(2, 10, 0.01, 0, 1000), 60);
		assertThat(this.limit.limit()).isEqualTo(500);
		assertThat(this.limit.reason()).startsWith("requests wait although");
	}

	@Test
	void statementsThatBecomeSlowerAndFasterChangeTheLimit() {
		run(new Service(2, 10, 1, 50, 0), 60);
		run(new Service(2, 10, 1, 50, 300), 60);
		assertThat(this.limit.limit()).as("seed %d", this.seed).isGreaterThan(50);
		run(new Service(2, 10, 1, 50, 0), 60);
		assertThat(this.limit.limit()).as("seed %d", this.seed).isBetween(10, 14);
	}

	@Test
	void limitThatIsNotReachedStays() {
		Service service = new Service(2, 10, 1, 50, 0);
		for (int period = 0; period < 60; period++) {
			this.limit.next(false, service.uses(5));
		}
		assertThat(this.limit.limit()).isEqualTo(20);
	}

	@Test
	void processorsThatAreBusyAtTheStartLowerTheLimitOnlyForAWhile() {
		for (int period = 0; period < 30; period++) {
			this.limit.next(true, List.of(new ResourceUse("processors", 1, ResourceUse.UNKNOWN)));
		}
		assertThat(this.limit.limit()).isLessThan(10);
		Service service = new Service(2, 10, 2, 5, 400);
		run(service, 30);
		assertThat(service.throughput(this.limit.limit())).isGreaterThan(0.9 * service.most());
	}

	private void run(Service service, int periods) {
		for (int period = 0; period < periods; period++) {
			this.limit.next(true, service.uses(this.limit.limit()).stream().map((use) -> noisy(use)).toList());
		}
	}

	private ResourceUse noisy(ResourceUse use) {
		double factor = 1 + 0.03 * this.random.nextGaussian();
		return new ResourceUse(use.name(), Math.min(1, use.busy() * factor), use.waiting() * factor);
	}

	/**
	 * A service by the asymptotic bounds of its throughput.
	 *
	 * @param processors the number of processors
	 * @param connections the number of connections
	 * @param computed the processor time of a request, in milliseconds
	 * @param held the time for which a request holds a connection, in milliseconds
	 * @param waited the time for which a request waits for something else, in
	 * milliseconds
	 */
	private record Service(int processors, int connections, double computed, double held, double waited) {

		double runTime() {
			return Math.max(this.computed, this.held) + this.waited;
		}

		/**
		 * The highest throughput, in requests per millisecond.
		 */
		double most() {
			return Math.min(this.processors / this.computed, (this.held > 0) ? this.connections / this.held : 1e9);
		}

		double throughput(int concurrency) {
			return Math.min(concurrency / runTime(), most());
		}

		List<ResourceUse> uses(int concurrency) {
			double throughput = throughput(concurrency);
			double inside = concurrency - throughput * runTime();
			double connections = throughput * this.held / this.connections;
			boolean byConnections = connections > 0.999;
			return List.of(
					new ResourceUse("processors", throughput * this.computed / this.processors, ResourceUse.UNKNOWN),
					new ResourceUse("connections", connections, byConnections ? inside : 0));
		}

	}

}
