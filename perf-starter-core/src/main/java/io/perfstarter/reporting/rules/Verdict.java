package io.perfstarter.reporting.rules;

import java.util.List;

/**
 * The cause of slow requests, with evidence and a remedy.
 *
 * @param cause the cause
 * @param subject the pool, statement (without literals), target or cache that it
 * concerns; empty if there is none
 * @param queued whether requests waited behind others for a large part of the time, for a
 * thread or at a limiter
 * @param share the explained share of the slow request time, from 0 to 1; excludes this
 * wait if {@code queued}
 * @param evidence the figures, in one or more sentences
 * @param remedy the recommended action, in one or more sentences
 * @param others further causes with evidence of their own, which have no further causes
 */
public record Verdict(Cause cause, String subject, boolean queued, double share, String evidence, String remedy,
		List<Verdict> others) {

	/**
	 * Returns this verdict as one short sentence.
	 * @return the sentence, without a period
	 */
	public String headline() {
		String sentence = this.cause.sentence(this.subject);
		return this.queued ? sentence + ", and other requests wait behind it" : sentence;
	}

}
