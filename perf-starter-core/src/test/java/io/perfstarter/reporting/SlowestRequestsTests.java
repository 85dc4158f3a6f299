package io.perfstarter.reporting;

import java.util.stream.IntStream;

import io.perfstarter.reporting.window.ServedRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Reporting.SlowestRequests}.
 */
class SlowestRequestsTests {

	private final Reporting.SlowestRequests requests = new Reporting.SlowestRequests();

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
	}

	@Test
	void dropsRequestsThatAreTooManyAtOnce() {
		IntStream.range(0, 1010).forEach((each) -> this.requests.accept(Samples.request(Samples.NOON, 400 + each)));
		assertThat(this.requests.next()).hasSize(200)
			.first()
			.extracting(ServedRequest::nanos)
			.isEqualTo(Samples.millis(1_403));
	}

}
