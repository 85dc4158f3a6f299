package io.perfstarter.reporting;

import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Describes how each time component is measured in this instance.
 */
final class Capabilities {

	private static final String NO_POOL = "n/a: no HikariCP pool";

	private Capabilities() {
	}

	/**
	 * Returns the descriptions.
	 * @param last the last period, {@code null} if there is none
	 * @param requests whether requests are measured
	 * @param pools whether connections are observed
	 * @param calls whether remote calls are observed
	 * @return a description by the label of the component
	 */
	static Map<String, String> of(@Nullable Window last, boolean requests, boolean pools, boolean calls) {
		Map<String, String> sentences = new LinkedHashMap<>();
		for (TimeComponent component : TimeComponent.values()) {
			boolean known = requests || component == TimeComponent.JVM_PAUSE;
			sentences.put(component.label(),
					known ? sentence(component, last, pools, calls) : "n/a: requests are not measured");
		}
		return sentences;
	}

	private static String sentence(TimeComponent component, @Nullable Window last, boolean pools, boolean calls) {
		return switch (component) {
			case THREAD_WAIT -> (last != null && last.threads() != null)
					? "estimated with Little's law from the requests that wait for a Tomcat thread"
					: "n/a: the request threads are not known";
			case POOL, SQL -> (pools) ? "measured on the connections of HikariCP pools" : NO_POOL;
			case FETCH -> (pools)
					? "measured on the result sets of these connections; the moves that may ask the database by the fetch size"
					: NO_POOL;
			case REMOTE -> (calls) ? "measured on clients with Micrometer observations, such as those of Spring"
					: "n/a: no ObservationRegistry";
			case LIMITER -> "measured at the request limiter, bounded executors and @ConcurrencyLimit";
			case POSITION -> "measured where a response gets a read token";
			case CLIENT ->
				"measured on the body of the request, and on that of the response if it is written to a stream";
			case JVM_PAUSE -> stops(last);
			case CPU ->
				"the CPU clock of the request thread; n/a for virtual threads and for requests continued by other threads";
			case CPU_WAIT ->
				"n/a for a single request; measured for the whole process from scheduler statistics, on Linux only";
			case BLOCKED -> "the remaining time; stacks of requests that become slow show what threads do in it";
		};
	}

	private static String stops(@Nullable Window last) {
		MachineWindow machine = (last != null) ? last.machine() : null;
		return (machine == null || machine.exact()) ? "JVM counters of GC and safepoint pauses"
				: "GC times only: the JVM has no counters (-XX:+UsePerfData)";
	}

}
