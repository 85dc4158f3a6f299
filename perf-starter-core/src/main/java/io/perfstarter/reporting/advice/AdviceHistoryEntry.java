package io.perfstarter.reporting.advice;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Advice that was given because of a symptom. Kept in order to check later whether it
 * helped.
 *
 * @param setting the setting
 * @param subject the pool that the setting belongs to; empty if there is only one
 * @param recommended the recommended value
 * @param symptom the value of the symptom at that time
 * @param appliedSince the time at which the recommended value was first found configured,
 * {@code null} if it is not configured
 */
public record AdviceHistoryEntry(Setting setting, String subject, String recommended, double symptom,
		@Nullable Instant appliedSince) {

	boolean isAbout(Setting setting, String subject) {
		return this.setting == setting && this.subject.equals(subject);
	}

	/**
	 * Returns this entry, updated with the configured value.
	 */
	AdviceHistoryEntry seen(String current, Instant now) {
		Instant since = (this.appliedSince != null) ? this.appliedSince : now;
		return new AdviceHistoryEntry(this.setting, this.subject, this.recommended, this.symptom,
				this.recommended.equals(current) ? since : null);
	}

	boolean isAppliedSince(Instant time) {
		return this.appliedSince != null && !this.appliedSince.isAfter(time);
	}

}
