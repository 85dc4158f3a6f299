package io.perfstarter.coherence.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What happened in one run, line by line; written only when somebody wants to read it.
 */
final class Trace {

	private final boolean wanted;

	private final VirtualTime time;

	private final List<String> lines = new ArrayList<>();

	Trace(boolean wanted, VirtualTime time) {
		this.wanted = wanted;
		this.time = time;
	}

	void note(String format, Object... arguments) {
		if (this.wanted) {
			this.lines.add(String.format(Locale.ROOT, "%12.6f  ", this.time.now() / 1e9)
					+ String.format(Locale.ROOT, format, arguments));
		}
	}

	List<String> lines() {
		return List.copyOf(this.lines);
	}

}
