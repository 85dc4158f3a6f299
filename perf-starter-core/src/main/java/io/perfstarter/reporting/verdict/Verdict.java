package io.perfstarter.reporting.verdict;

import java.util.List;

/**
 * What makes requests slow, and what to do about it.
 *
 * @param cause the one cause
 * @param subject what it is about: a pool, a statement, a target, a cache; empty if there
 * is no such thing. Statements without literals
 * @param queued whether a large part of the time passed in the queue in front of the
 * threads, because those in front of them were slow for that cause
 * @param share how much of the slow requests' time it explains, from 0 to 1, without the
 * queue if {@code queued}
 * @param evidence the figures it stands on, one sentence
 * @param remedy what to do, one sentence
 * @param others further causes that stand on evidence of their own, the stronger first;
 * without others of their own
 */
public record Verdict(Cause cause, String subject, boolean queued, double share, String evidence, String remedy,
		List<Verdict> others) {

	/**
	 * The same, with more to do.
	 * @param more a further sentence of the remedy
	 * @return the verdict
	 */
	public Verdict adding(String more) {
		return new Verdict(this.cause, this.subject, this.queued, this.share, this.evidence, this.remedy + " " + more,
				this.others);
	}

}
