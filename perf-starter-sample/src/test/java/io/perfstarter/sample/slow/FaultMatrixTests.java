package io.perfstarter.sample.slow;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the verdicts of a real service with planted faults, one for each cause, and
 * without a fault. The table is written to {@code target/fault-matrix-java<NN>.md}.
 *
 * <p>
 * {@code -Dfaults.all=true} runs all rows instead of a part of them.
 */
@Tag("faults")
class FaultMatrixTests {

	private static FaultMatrix matrix;

	@BeforeAll
	static void open() throws Exception {
		matrix = new FaultMatrix();
	}

	@AfterAll
	static void close() throws Exception {
		if (matrix != null) {
			matrix.close();
		}
	}

	@Test
	void namesWhatIsSlowInRequests() throws Exception {
		run(Fault.SLOW_QUERY, Fault.ROW_LOCK, Fault.MISSING_INDEX, Fault.N_PLUS_ONE, Fault.MANY_ROWS,
				Fault.SLOW_SERVICE, Fault.COMPUTATION, Fault.MONITOR, Fault.SMALL_CACHE);
	}

	@Test
	void namesWhatIsWrongWithPools() throws Exception {
		run(Fault.POOL_OF_TWO, Fault.HELD_CONNECTION, Fault.NESTED_TRANSACTIONS, Fault.LEAK,
				Fault.FORGOTTEN_CONNECTIONS);
	}

	@Test
	void namesThatThreadsAreExhausted() throws Exception {
		run(Fault.TWO_THREADS);
	}

	@Test
	void namesThatALimitIsTooSmall() throws Exception {
		run(Fault.TWO_AT_ONCE);
	}

	@Test
	void namesWhatTheMachineLacks() throws Exception {
		run(Fault.HEAP_DUMPS, Fault.OWN_THREADS, Fault.NEIGHBOURS);
	}

	@Test
	void namesWhatMemoryLacks() throws Exception {
		run(Fault.SMALL_HEAP, Fault.ALLOCATION_STORM);
	}

	@Test
	void namesWhatIsSeenOfUnmeasuredTime() throws Exception {
		run(Fault.SLEEP, Fault.JOIN, Fault.HTTP_CLIENT, Fault.URL_CONNECTION, Fault.SOCKET, Fault.LATER,
				Fault.SLOW_CALLER, Fault.VIRTUAL_THREADS);
	}

	@Test
	void namesItBesideNeighbours() throws Exception {
		run(Fault.SLEEP_BESIDE_NEIGHBOURS);
	}

	@Test
	@EnabledIfSystemProperty(named = "faults.all", matches = "true")
	void namesAnyBesideNeighbours() throws Exception {
		run(Fault.JOIN_BESIDE_NEIGHBOURS, Fault.HTTP_CLIENT_BESIDE_NEIGHBOURS, Fault.URL_CONNECTION_BESIDE_NEIGHBOURS,
				Fault.SOCKET_BESIDE_NEIGHBOURS, Fault.LATER_BESIDE_NEIGHBOURS, Fault.SLOW_CALLER_BESIDE_NEIGHBOURS,
				Fault.VIRTUAL_THREADS_BESIDE_NEIGHBOURS);
	}

	@Test
	void namesWhyCollectionsAreMade() throws Exception {
		run(Fault.COLLECTIONS, Fault.CLASSES, Fault.DIRECT_BUFFERS);
	}

	@Test
	void saysNothingWhereNothingIsWrong() throws Exception {
		run(Fault.FIRST_BURST, Fault.NOTHING, Fault.ONE_SLOW, Fault.PAUSE, Fault.BATCH);
	}

	@Test
	void namesBothOfTwo() throws Exception {
		run(Fault.SMALL_HEAP_AND_SLOW_QUERY, Fault.SLOW_SERVICE_AND_POOL_OF_TWO);
	}

	@Test
	@EnabledIfSystemProperty(named = "faults.all", matches = "true")
	void namesBothOfFurtherPairs() throws Exception {
		run(Fault.SLOW_QUERY_AND_COMPUTATION, Fault.SLOW_QUERY_AND_MONITOR);
	}

	@Test
	@EnabledIfSystemProperty(named = "faults.all", matches = "true")
	void namesAPoolOfOne() throws Exception {
		run(Fault.POOL_OF_ONE);
	}

	/**
	 * All of them, even if one is wrong; that is run once more, and stays in the table.
	 */
	private static void run(Fault... faults) throws Exception {
		List<Fault> wrong = new ArrayList<>();
		for (Fault fault : faults) {
			if (!matrix.run(fault) && !matrix.run(fault)) {
				wrong.add(fault);
			}
		}
		assertThat(wrong).as("rows that are wrong, see the table").isEmpty();
	}

}
