package io.perfstarter.async.limit;

import java.util.List;
import java.util.Random;

import io.perfstarter.support.ResourceUse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AdaptiveLimit} with a model of a service whose load exceeds what it
 * carries.
 */
class AdaptiveLimitTests {

	private static final int LAST = 30;

	private final AdaptiveLimit limit = new AdaptiveLimit(2, 500, 20);

	private final long seed = System.nanoTime();

	private final Random random = new Random(this.seed);

	@Test
	void connectionsLimitAServiceThatHoldsThemAllTheTime() {
		Service service = new Service(2, 10, 1, 50, 0);
		assertThat(run(service, 60)).as("seed %d", this.seed).isGreaterThan(0.95);
		assertThat(this.limit.limit()).as("seed %d", this.seed).isBetween(10, 14);
	}

	@Test
	void processorsLimitAServiceThatComputes() {
		Service service = new Service(1, 10, 10, 1, 0);
		assertThat(run(service, 100)).as("seed %d", this.seed).isGreaterThan(0.9);
		assertThat(this.limit.limit()).as("seed %d", this.seed).isLessThan(6);
	}

	@Test
	void remoteCallsNeedMoreThanConnectionsAndProcessors() {
		Service service = new Service(2, 10, 2, 5, 400);
		assertThat(run(service, 100)).as("seed %d", this.seed).isGreaterThan(0.9);
		assertThat(this.limit.limit()).as("seed %d", this.seed)
			.isLessThan((int) (1.4 * service.most() * service.runTime()));
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
	void limitThatBringsNoMoreUseIsTakenBack() {
		Service service = new Service(2, 10, 8, 0, 400, 0.1);
		assertThat(run(service, 300)).as("seed %d", this.seed).isGreaterThan(0.9);
		assertThat(this.limit.limit()).as("seed %d", this.seed).isLessThan(250);
	}

	@Test
	void limitIsNotTakenBackWhileNothingThatIsMeasuredIsScarce() {
		Service service = new Service(2, 10, 0.5, 0, 500);
		for (int period = 0; period < 60; period++) {
			this.limit.next(true, service.uses(20).stream().map((use) -> noisy(use)).toList());
		}
		assertThat(this.limit.limit()).as("seed %d", this.seed).isEqualTo(500);
	}

	@Test
	void processorsThatAreBusyBesideConnectionsLowerTheLimit() {
		this.limit.next(true, List.of(new ResourceUse("processors", 2, 0.97, ResourceUse.UNKNOWN),
				new ResourceUse("connections", 10, 1, 0)));
		assertThat(this.limit.limit()).isEqualTo(19);
		assertThat(this.limit.reason()).isEqualTo("processors are 97 % busy");
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
			this.limit.next(true, List.of(new ResourceUse("processors", 2, 1, ResourceUse.UNKNOWN)));
		}
		assertThat(this.limit.limit()).isLessThan(10);
		Service service = new Service(2, 10, 2, 5, 400);
		assertThat(run(service, 80)).as("seed %d", this.seed).isGreaterThan(0.9);
	}

	/**
	 * Returns the mean throughput of the last periods, as a share of the highest.
	 */
	private double run(Service service, int periods) {
		double throughput = 0;
		for (int period = 0; period < periods; period++) {
			if (period >= periods - LAST) {
				throughput += service.throughput(this.limit.limit());
			}
			this.limit.next(true, service.uses(this.limit.limit()).stream().map((use) -> noisy(use)).toList());
		}
		return throughput / LAST / service.most();
	}

	private ResourceUse noisy(ResourceUse use) {
		double factor = 1 + 0.03 * this.random.nextGaussian();
		return new ResourceUse(use.name(), use.size(), Math.min(1, use.busy() * factor), use.waiting() * factor);
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
	 * @param remote the most that something unknown carries, in requests per millisecond
	 */
	private record Service(int processors, int connections, double computed, double held, double waited,
			double remote) {

		Service(int processors, int connections, double computed, double held, double waited) {
			this(processors, connections, computed, held, waited, 1e9);
		}

		double runTime() {
			return Math.max(this.computed, this.held) + this.waited;
		}

		/**
		 * The highest throughput, in requests per millisecond.
		 */
		double most() {
			return Math.min(this.remote,
					Math.min(this.processors / this.computed, (this.held > 0) ? this.connections / this.held : 1e9));
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
					new ResourceUse("processors", this.processors, throughput * this.computed / this.processors,
							ResourceUse.UNKNOWN),
					new ResourceUse("connections", this.connections, connections, byConnections ? inside : 0));
		}

	}

}
