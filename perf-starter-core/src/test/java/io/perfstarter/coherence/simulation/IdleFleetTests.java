package io.perfstarter.coherence.simulation;

import java.util.Locale;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests what the page about many instances says of idle services with a log in the
 * database: the readings of all instances in a second, and the time until all of them are
 * certified, which is half of the bound and the interval.
 */
@Tag("one-jdk")
class IdleFleetTests {

	@ParameterizedTest
	@CsvSource({ "10, 10, 10", "50, 50, 10", "200, 100, 11", "1000, 267, 13" })
	void readTheLogMoreSeldomIfTheyAreMany(int instances, double readings, double certified) {
		IdleFleet fleet = IdleFleet.of(instances);
		double after = fleet.certified();
		double read = fleet.readingsPerSecond();
		System.out.printf(Locale.ROOT, "%d readers: certified after %.1f s, %.0f readings a second%n", instances, after,
				read);
		assertThat(after).isLessThan(certified);
		assertThat(read).isCloseTo(readings, within(readings / 10));
	}

}
