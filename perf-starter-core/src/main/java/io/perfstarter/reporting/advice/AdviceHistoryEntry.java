package io.perfstarter.reporting.advice;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Advice that was given because of a symptom, to see later whether it helped.
 *
 * @param setting the setting
 * @param subject whose setting
 * @param recommended what was recommended
 * @param symptom how bad it was then
 * @param appliedSince when it was first seen to be set, {@code null} if it is not
 */
public record AdviceHistoryEntry(Setting setting, String subject, String recommended, double symptom,
		@Nullable Instant appliedSince) {

	boolean isAbout(Setting setting, String subject) {
		return this.setting == setting && this.subject.equals(subject);
	}

	/**
	 * What is set was looked at.
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
