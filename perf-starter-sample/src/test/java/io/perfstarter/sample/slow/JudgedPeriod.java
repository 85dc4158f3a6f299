package io.perfstarter.sample.slow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.perfstarter.reporting.rules.Cause;
import tools.jackson.databind.JsonNode;

/**
 * What a process says about one period.
 *
 * @param end when the period ended
 * @param requests how many requests there were
 * @param slow how many of them were slow
 * @param causes what made them slow, the main cause first; none if nothing did
 * @param subject what the main cause is about
 * @param evidence why it was named
 * @param remedy what to do about it
 */
record JudgedPeriod(Instant end, long requests, long slow, List<Cause> causes, String subject, String evidence,
		String remedy) {

	static JudgedPeriod of(JsonNode json) {
		JsonNode requests = json.at("/window/requests");
		JsonNode verdict = json.path("verdict");
		List<Cause> causes = new ArrayList<>();
		if (verdict.isObject()) {
			causes.add(cause(verdict));
			verdict.path("others").forEach((other) -> causes.add(cause(other)));
		}
		return new JudgedPeriod(Instant.parse(json.at("/window/end").asString()), requests.path("count").asLong(),
				requests.path("slow").asLong(), causes, verdict.path("subject").asString(""),
				verdict.path("evidence").asString(""), verdict.path("remedy").asString(""));
	}

	private static Cause cause(JsonNode verdict) {
		return Cause.valueOf(verdict.path("cause").asString());
	}

	boolean beganAfter(Instant time) {
		return !this.end.minusSeconds(Settings.PERIOD_SECONDS).isBefore(time);
	}

	/** All that was said about the main cause. */
	String said() {
		return String.join(" ", this.subject, this.evidence, this.remedy);
	}

	/** As part of a cell of the table. */
	@Override
	public String toString() {
		if (this.causes.isEmpty()) {
			return "-";
		}
		String said = this.causes.stream().map(Cause::toString).collect(Collectors.joining(" + "));
		return "%s (%d/%d)".formatted(said, this.slow, this.requests);
	}

}
