package io.perfstarter.sample.slow;

import java.time.Instant;
import java.util.List;

import io.perfstarter.reporting.rules.Cause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Result}.
 */
class ResultTests {

	private static final Fault SLEEP = Fault.of("sleep", "It sleeps.", Load.of(1, "/sleep"))
		.means(Cause.SLEEPING)
		.naming("Bed", "Pillow");

	private static final Fault HEALTHY = Fault.of("healthy", "It is well.", Load.of(1, "/")).healthy();

	private static final JudgedPeriod RIGHT = period("in pillow.java:7", Cause.SLEEPING, Cause.LOCK);

	private static final JudgedPeriod NOT_WHERE = period("somewhere", Cause.SLEEPING);

	private static final JudgedPeriod WRONG = period("in Bed", Cause.LOCK, Cause.SLEEPING);

	private static final JudgedPeriod UNSURE = period("", Cause.UNSURE);

	private static final JudgedPeriod NOTHING = period("");

	@Test
	void aPeriodIsJudgedByItsMainCauseAndTheTextThatIsNeeded() {
		assertThat(SLEEP.judge(RIGHT)).isEqualTo(Result.RIGHT);
		assertThat(SLEEP.judge(NOT_WHERE)).isEqualTo(Result.VAGUE);
		assertThat(SLEEP.judge(UNSURE)).isEqualTo(Result.VAGUE);
		assertThat(SLEEP.judge(NOTHING)).isEqualTo(Result.VAGUE);
		assertThat(SLEEP.judge(WRONG)).isEqualTo(Result.WRONG);
	}

	@Test
	void twoOfThreePeriodsMustBeRight() {
		assertThat(Result.of(SLEEP, List.of(WRONG, RIGHT, RIGHT))).isEqualTo(Result.RIGHT);
		assertThat(Result.of(SLEEP, List.of(RIGHT, UNSURE, NOTHING))).isEqualTo(Result.VAGUE);
		assertThat(Result.of(SLEEP, List.of(NOTHING, RIGHT, WRONG))).isEqualTo(Result.WRONG);
		assertThat(Result.of(SLEEP, List.of())).isEqualTo(Result.VAGUE);
	}

	@Test
	void whereNothingIsWrongNothingMayBeSaid() {
		assertThat(Result.of(HEALTHY, List.of(NOTHING, NOTHING, NOTHING))).isEqualTo(Result.RIGHT);
		assertThat(Result.of(HEALTHY, List.of(NOTHING, UNSURE, NOTHING))).isEqualTo(Result.WRONG);
	}

	private static JudgedPeriod period(String evidence, Cause... causes) {
		return new JudgedPeriod(Instant.EPOCH, 10, 5, List.of(causes), "", evidence, "");
	}

}
