package io.perfstarter.reporting.advice;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Advice that was given because of a symptom, to see later whether it helped.
 *
 * @param knob the setting
 * @param subject whose setting
 * @param recommended what was recommended
 * @param symptom how bad it was then
 * @param appliedSince when it was first seen to be set, {@code null} if it is not
 */
public record GivenAdvice(Knob knob, String subject, String recommended, double symptom,
		@Nullable Instant appliedSince) {

	boolean isAppliedBy(Advice fresh) {
		return this.knob == fresh.knob() && this.subject.equals(fresh.subject())
				&& this.recommended.equals(fresh.current());
	}

	GivenAdvice appliedAt(@Nullable Instant since) {
		return new GivenAdvice(this.knob, this.subject, this.recommended, this.symptom, since);
	}

}
