package io.perfstarter.reporting.page;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive periods with the same verdict.
 *
 * @param verdict the verdict of the first period
 * @param periods the number of periods
 * @param slow the number of slow requests, negative if requests are not measured
 * @param left the position of the start in the whole time, from 0 to 1
 * @param right the position of the end
 * @param from the start
 * @param to the end
 */
record Stretch(@Nullable Verdict verdict, int periods, long slow, double left, double right, String from, String to) {

	/**
	 * Returns whether there is anything to say.
	 */
	boolean isSlow() {
		return this.verdict != null || this.slow > 0;
	}

	String cause() {
		if (this.verdict != null) {
			return this.verdict.cause().name();
		}
		return (this.slow > 0) ? Figures.counted(this.slow, "slow request") + ", and no cause stands out"
				: (this.slow < 0) ? "no cause" : "nothing slow";
	}

}
