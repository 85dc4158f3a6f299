package io.perfstarter.coherence.simulation;

import java.util.Locale;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests what the page about many instances says of idle services: the questions of all
 * instances in a second, and the time until all of them are certified.
 */
@Tag("one-jdk")
class IdleFleetTests {

	@ParameterizedTest
	@CsvSource({ "10, 45", "50, 1225", "200, 19900" })
	void peersAskEachOther(int instances, double questions) {
		assertFleet("peers", IdleFleet.ofPeers(instances), instances, questions, 6);
	}

	@ParameterizedTest
	@CsvSource({ "10, 10", "50, 50", "200, 100", "1000, 267" })
	void readersAskTheLogMoreSeldomIfTheyAreMany(int instances, double questions) {
		assertFleet("readers", IdleFleet.ofReaders(instances), instances, questions, 9);
	}

	private static void assertFleet(String name, IdleFleet fleet, int instances, double questions, double certified) {
		double after = fleet.certified();
		double asked = fleet.questionsPerSecond();
		System.out.printf(Locale.ROOT, "%d %s: certified after %.1f s, %.0f questions a second%n", instances, name,
				after, asked);
		assertThat(after).isLessThan(certified);
		assertThat(asked).isCloseTo(questions, within(questions / 10));
	}

}
