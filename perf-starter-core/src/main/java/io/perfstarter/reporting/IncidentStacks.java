package io.perfstarter.reporting;

import java.time.Instant;
import java.util.List;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.window.SampledStack;

/**
 * The stacks of the slow requests of a period.
 *
 * @param end the end of the period
 * @param cause the cause of its slow requests
 * @param stacks the stacks, the most frequent first
 */
record IncidentStacks(Instant end, Cause cause, List<SampledStack> stacks) {

	/**
	 * Formats stacks as text, in the format of stack traces.
	 * @param incidents the periods
	 * @return the text
	 */
	static String text(List<IncidentStacks> incidents) {
		StringBuilder text = new StringBuilder();
		for (IncidentStacks incident : incidents) {
			int samples = incident.stacks.stream().mapToInt(SampledStack::times).sum();
			text.append("Period until %s: %s, %s samples%n".formatted(incident.end, incident.cause, samples));
			for (SampledStack stack : incident.stacks) {
				text.append("%n%s samples, %s%n".formatted(stack.times(), stack.state()));
				stack.frames().forEach((frame) -> text.append("\tat %s%n".formatted(plain(frame))));
			}
			text.append(System.lineSeparator());
		}
		return text.toString();
	}

	/**
	 * Returns a frame without the names of its class loader and module, which the JVM
	 * adds for some threads only.
	 */
	private static StackTraceElement plain(StackTraceElement frame) {
		return new StackTraceElement(frame.getClassName(), frame.getMethodName(), frame.getFileName(),
				frame.getLineNumber());
	}

}
