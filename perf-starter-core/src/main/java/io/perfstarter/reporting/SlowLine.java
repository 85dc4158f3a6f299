package io.perfstarter.reporting;

import java.util.StringJoiner;

import io.perfstarter.reporting.verdict.Verdict;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.ServedRequest;
import org.jspecify.annotations.Nullable;

/**
 * A slow request in one line, as a sum of which no part is left out.
 */
final class SlowLine {

	private SlowLine() {
	}

	static String of(ServedRequest request, @Nullable Verdict verdict) {
		StringJoiner sum = new StringJoiner(" + ");
		for (Part part : Part.values()) {
			sum.add(part.label() + " " + time(request, part) + count(request, part));
		}
		String line = request.route() + " " + Figures.millis(request.nanos()) + " = " + sum;
		return (verdict != null) ? line + " -> " + verdict.cause() : line;
	}

	private static String time(ServedRequest request, Part part) {
		return (request.parts().measured(part)) ? Figures.millis(request.parts().nanos(part)) : Figures.NOT_MEASURED;
	}

	private static String count(ServedRequest request, Part part) {
		return switch (part) {
			case SQL -> (request.statements() > 0) ? " (%s statements)".formatted(request.statements()) : "";
			case FETCH -> (request.rows() > 0) ? " (%s rows)".formatted(request.rows()) : "";
			default -> "";
		};
	}

}
