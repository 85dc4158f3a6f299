package io.perfstarter.sample.slow;

import java.util.List;
import java.util.Locale;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the memory of the reports of a service with very many routes, each request of
 * which is slow.
 */
@Tag(Tier.ALL)
class ManyRoutesTests {

	private static final int FEW = 500;

	private static final int PASSES = 3;

	private static final long MOST_BYTES = 8 << 20;

	@Test
	void manyRoutesTakeLittleMoreMemoryThanFew() throws Exception {
		Settings settings = Settings.MANY_ROUTES;
		try (FaultMatrix matrix = new FaultMatrix();
				SlowProcess process = matrix
					.start(Launch.of(settings), settings.heap(), "many-routes",
							List.of("--perf-starter.reporting.slow-threshold=0ms"))
					.awaitReady()) {
			askEach(process, FEW);
			long few = usedHeap(process);
			for (int i = 0; i < PASSES; i++) {
				askEach(process, HealthyRows.ROUTES);
			}
			long many = usedHeap(process);
			System.out.printf(Locale.ROOT, "heap after %d routes %.1f MB, after %d routes %.1f MB%n", FEW, few / 1e6,
					HealthyRows.ROUTES, many / 1e6);
			assertThat(process.periods()).as("periods with slow requests").anyMatch((period) -> period.slow() > 0);
			assertThat(many - few).as("bytes for more routes").isLessThan(MOST_BYTES);
		}
	}

	private static void askEach(SlowProcess process, int routes) {
		for (int i = 0; i < routes; i++) {
			process.get("/routes/" + i);
		}
	}

	/** After a collection. */
	private static long usedHeap(SlowProcess process) {
		return Long.parseLong(process.get("/memory/report"));
	}

}
