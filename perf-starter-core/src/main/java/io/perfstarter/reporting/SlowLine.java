package io.perfstarter.reporting;

import java.util.StringJoiner;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Formats a slow request as one line with the sum of all time components.
 */
final class SlowLine {

	private SlowLine() {
	}

	static String of(ServedRequest request, @Nullable Verdict verdict) {
		StringJoiner sum = new StringJoiner(" + ");
		for (TimeComponent component : TimeComponent.values()) {
			// Only few applications use read tokens.
			if (component != TimeComponent.POSITION || request.breakdown().nanos(component) > 0) {
				sum.add(component.title() + " " + time(request, component) + count(request, component));
			}
		}
		String soFar = (request.status() == ServedRequest.RUNNING) ? " so far" : "";
		String line = request.route() + " " + LogFigures.millis(request.nanos()) + soFar + " = " + sum;
		String traced = request.traceId().isEmpty() ? line : line + " trace=" + request.traceId();
		return (verdict != null) ? traced + " -> " + verdict.cause() : traced;
	}

	private static String time(ServedRequest request, TimeComponent component) {
		return (request.breakdown().measured(component)) ? LogFigures.millis(request.breakdown().nanos(component))
				: LogFigures.NOT_MEASURED;
	}

	private static String count(ServedRequest request, TimeComponent component) {
		return switch (component) {
			case SQL -> count(request.figures().statements(), "statement");
			case FETCH -> count(request.figures().rows(), "row");
			default -> "";
		};
	}

	private static String count(long count, String one) {
		return (count > 0) ? " (" + Figures.counted(count, one) + ")" : "";
	}

}
