package io.perfstarter.coherence.simulation;

import java.util.function.BiFunction;
import java.util.stream.IntStream;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/**
 * Tests what the page about many instances says of idle services. The system property
 * {@code coherence.fleet} adds a fleet of that many peers, of which 1,000 take about a
 * minute.
 */
@Tag(Tier.ALL)
class IdleFleetTests {

	// Those who ask all others, together with them.
	private static final int LINKS = 500;

	static IntStream fleets() {
		return IntStream.of(10, 50, 200, Integer.getInteger("coherence.fleet", 10)).distinct();
	}

	/**
	 * Each asks each other one every two seconds, and itself when it looks for others.
	 */
	@ParameterizedTest
	@MethodSource("fleets")
	void peersAskEachOther(int instances) {
		int silent = Math.max(0, instances - Math.max(1, LINKS / instances));
		IdleCosts costs = costs("peers", instances, (time, chance) -> new IdlePeers(time, chance, silent));
		assertThat(costs.questions()).isCloseTo(instances * (instances - 1) / 2.0 + instances / 10.0,
				withinPercentage(3));
		assertThat(costs.connections()).isEqualTo((long) instances * instances);
		assertThat(costs.bytes() / costs.questions()).isBetween(800.0, 900.0);
		assertThat(costs.certified()).isBetween(60.0, 62.0);
		assertThat(costs.joined()).isBetween(60.0, 61.0);
	}

	@ParameterizedTest
	@CsvSource({ "10, 10, 10", "50, 50, 10", "200, 100, 11", "1000, 267, 13" })
	void readersOfADatabaseReadMoreSeldomIfTheyAreMany(int instances, double readings, double certified) {
		IdleCosts costs = costs("readers", instances, IdleReaders::new);
		assertThat(costs.questions()).isCloseTo(readings, withinPercentage(5));
		assertThat(costs.connections()).isEqualTo(instances);
		assertThat(costs.bytes() / costs.questions()).isBetween(1_400.0, 1_600.0);
		assertThat(costs.certified()).isLessThan(certified);
		assertThat(costs.joined()).isLessThan(certified);
	}

	/**
	 * 200 members of a real Redis exchange 80 KB a second with it, as here if they wait
	 * once instead of twice for each claim, and their service has a name of 36 letters.
	 */
	@ParameterizedTest
	@CsvSource({ "10, 10, 62, 10", "50, 50, 62, 10", "200, 100, 63, 10", "1000, 267, 65, 13" })
	void membersOfAStreamClaimMoreSeldomIfTheyAreMany(int instances, double claims, double certified, double joined) {
		IdleCosts costs = costs("members", instances, IdleMembers::new);
		assertThat(costs.questions()).isCloseTo(claims, withinPercentage(5));
		assertThat(costs.connections()).isEqualTo(2L * instances);
		assertThat(costs.bytes() / costs.questions()).isBetween(600.0, 1_100.0);
		assertThat(costs.certified()).isBetween(60.0, certified);
		assertThat(costs.joined()).isLessThan(joined);
	}

	private static IdleCosts costs(String kind, int instances, BiFunction<VirtualTime, Chance, IdleFleet> fleet) {
		IdleCosts costs = IdleCosts.of(instances, fleet);
		System.out.printf("%d %s: %s%n", instances, kind, costs);
		return costs;
	}

}
