package io.perfstarter.sample.slow;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.perfstarter.fixtures.Tier;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the verdicts of a real service with planted faults, and without a fault. The
 * table is written to {@code target/diagnosis-matrix.md}.
 *
 * <p>
 * The profile {@code all} runs all rows instead of a twentieth of the faults, and
 * {@code -Dfaults.only} only those of the faults whose names a regular expression finds,
 * or, of healthy rows, finds after {@code healthy: }; {@code -Dfaults.jdk} is the
 * directory of a further JDK, such as one with virtual threads;
 * {@code -Dfaults.healthy-minutes} is how long each healthy row is run, and
 * {@code -Dfaults.record} the directory for what {@link Recording} saves.
 */
@Tag("faults")
@Tag(Tier.MORE)
class FaultMatrixTests {

	static final long SEED = 20261126;

	private static final Predicate<String> ONLY = Pattern.compile(System.getProperty("faults.only", "")).asPredicate();

	private static final double RIGHT = 0.9;

	private static final double WRONG = 0.03;

	@Test
	@Timeout(value = 8, unit = TimeUnit.HOURS)
	void namesTheCauseOfEachFault() throws Exception {
		Drawing drawing = new Drawing(SEED, Jdk.given());
		List<MatrixReport.Row> rows;
		try (FaultMatrix matrix = new FaultMatrix()) {
			List<Run> runs = Tier.isAll() ? drawing.all(Faults.all()) : drawing.twentieth(Faults.all());
			rows = matrix.run(runs.stream().filter((run) -> isWanted(run.fault())).toList());
		}
		List<MatrixReport.Row> wrong = rows.stream().filter((row) -> row.result() == Result.WRONG).toList();
		SoftAssertions softly = new SoftAssertions();
		softly.assertThat(rows.stream().filter((row) -> row.result() == Result.RIGHT).count())
			.as("right rows of %d, drawn by seed %d; wrong are %s", rows.size(), SEED, wrong)
			.isGreaterThanOrEqualTo(Tier.isAll() ? (long) Math.ceil(RIGHT * rows.size()) : rows.size() - 1);
		softly.assertThat(wrong)
			.as("wrong rows")
			.hasSizeLessThanOrEqualTo(Tier.isAll() ? (int) (WRONG * rows.size()) : 1);
		softly.assertThat(rows)
			.as("rows in which something was said though nothing is wrong")
			.filteredOn((row) -> row.run().fault().isHealthy())
			.allMatch((row) -> row.result() == Result.RIGHT);
		softly.assertAll();
	}

	private static boolean isWanted(Fault fault) {
		return ONLY.test(fault.name()) || (fault.isHealthy() && ONLY.test("healthy: " + fault.name()));
	}

}
