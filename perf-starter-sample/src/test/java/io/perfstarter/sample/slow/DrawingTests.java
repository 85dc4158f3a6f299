package io.perfstarter.sample.slow;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.reporting.rules.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Drawing}, and of the list of faults that it draws for.
 */
class DrawingTests {

	private static final Jdk OLD = new Jdk(Path.of("old"), 17);

	private static final Jdk NEW = new Jdk(Path.of("new"), 25);

	private static final List<Fault> FAULTS = Faults.all();

	@ParameterizedTest
	@ValueSource(longs = { FaultMatrixTests.SEED, 1, 2, 3 })
	void everyPairOfValuesThatCanOccurOccurs(long seed) {
		Set<Condition.Pair> drawn = pairs(
				new Drawing(seed, List.of(OLD, NEW)).all(FAULTS).stream().map(Run::condition));
		assertThat(drawn).containsExactlyInAnyOrderElementsOf(pairs(Condition.all(List.of(OLD, NEW)).stream()));
	}

	private static Set<Condition.Pair> pairs(Stream<Condition> conditions) {
		return conditions.flatMap((condition) -> condition.pairs().stream()).collect(Collectors.toSet());
	}

	@Test
	void theSameSeedDrawsTheSame() {
		assertThat(drawing(7).all(FAULTS)).isEqualTo(drawing(7).all(FAULTS)).isNotEqualTo(drawing(8).all(FAULTS));
		assertThat(drawing(7).twentieth(FAULTS)).isEqualTo(drawing(7).twentieth(FAULTS));
	}

	private static Drawing drawing(long seed) {
		return new Drawing(seed, List.of(OLD, NEW));
	}

	@Test
	void eachFaultIsRunOnPlatformAndOnVirtualThreadsWhereItCanBe() {
		List<Run> runs = drawing(FaultMatrixTests.SEED).all(FAULTS);
		assertThat(runs).noneMatch(Run::isSkipped).allMatch((run) -> run.fault().isPossible(run.condition()));
		for (Fault fault : FAULTS) {
			assertThat(runs).filteredOn((run) -> run.fault() == fault && run.threads() == Threads.PLATFORM).hasSize(1);
			boolean possible = Condition.all(List.of(NEW))
				.stream()
				.anyMatch((condition) -> condition.threads() == Threads.VIRTUAL && fault.isPossible(condition));
			assertThat(runs).filteredOn((run) -> run.fault() == fault && run.threads() == Threads.VIRTUAL)
				.hasSize(possible ? 1 : 0);
		}
	}

	@Test
	void whatNeedsAJdkThatIsNotGivenIsSkipped() {
		List<Run> runs = new Drawing(1, List.of(OLD)).all(FAULTS);
		assertThat(runs).filteredOn((run) -> run.threads() == Threads.VIRTUAL).isNotEmpty().allMatch(Run::isSkipped);
		assertThat(runs).filteredOn((run) -> run.threads() == Threads.PLATFORM).noneMatch(Run::isSkipped);
	}

	@Test
	void aTwentiethHasWhatIsAlwaysRunAndManyCauses() {
		for (List<Jdk> jdks : List.of(List.of(OLD), List.of(NEW), List.of(OLD, NEW))) {
			List<Run> twentieth = new Drawing(FaultMatrixTests.SEED, jdks).twentieth(FAULTS);
			assertThat(twentieth).hasSize(FAULTS.size() / 20).noneMatch(Run::isSkipped);
			assertThat(twentieth).extracting(Run::fault).doesNotHaveDuplicates();
			assertThat(twentieth).extracting(Run::fault).containsAll(FAULTS.stream().filter(Fault::isAlways).toList());
			assertThat(causes(twentieth.stream().map(Run::fault))).hasSizeGreaterThanOrEqualTo(5);
		}
	}

	private static Set<Cause> causes(Stream<Fault> faults) {
		return faults.flatMap((fault) -> fault.causes().stream()).collect(Collectors.toSet());
	}

	@Test
	void faultsHaveNamesOfTheirOwnAndParagraphs() {
		assertThat(FAULTS).hasSizeGreaterThanOrEqualTo(75);
		assertThat(FAULTS).extracting(Fault::name).doesNotHaveDuplicates();
		assertThat(FAULTS).allSatisfy((fault) -> {
			assertThat(fault.text()).endsWith(".").doesNotContain("|");
			assertThat(fault.isHealthy() || !fault.causes().isEmpty()).isTrue();
		});
	}

}
