package io.perfstarter.reporting;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SlowestRequests}.
 */
class SlowestRequestsTests {

	private final SlowestRequests requests = new SlowestRequests();

	@Test
	void givesThoseOfThePeriodTheSlowestFirst() {
		this.requests.accept(Samples.request(Samples.NOON, 400));
		this.requests.accept(Samples.request(Samples.NOON, 900));
		assertThat(this.requests.next()).extracting((request) -> request.nanos() / 1_000_000)
			.containsExactly(904L, 404L);
		assertThat(this.requests.next()).isEmpty();
	}

	@Test
	void keepsTheSlowestOfMany() {
		for (int look = 0; look < 3; look++) {
			IntStream.rangeClosed(1, 500)
				.forEach((millis) -> this.requests.accept(Samples.request(Samples.NOON, millis)));
			this.requests.sample();
		}
		assertThat(this.requests.next()).hasSize(200).allMatch((request) -> request.nanos() >= Samples.millis(430));
		assertThat(this.requests.dropped()).isZero();
	}

	@Test
	void countsThoseThatAreTooManyAtOnce() {
		IntStream.range(0, 1010).forEach((each) -> this.requests.accept(Samples.request(Samples.NOON, 400)));
		assertThat(this.requests.dropped()).isEqualTo(10);
		assertThat(this.requests.next()).hasSize(200);
	}

}
