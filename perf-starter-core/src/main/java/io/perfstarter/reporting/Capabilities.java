package io.perfstarter.reporting;

import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * How each part of the time is measured here, and what is not.
 */
final class Capabilities {

	private static final String NO_POOL = "n/a: there is no HikariCP pool";

	private Capabilities() {
	}

	/**
	 * Says it.
	 * @param last the last period, {@code null} if there was none
	 * @param requests whether requests are counted
	 * @param pools whether connections are seen
	 * @param calls whether remote calls are seen
	 * @return a sentence by the label of the part
	 */
	static Map<String, String> of(@Nullable Window last, boolean requests, boolean pools, boolean calls) {
		Map<String, String> sentences = new LinkedHashMap<>();
		for (Part part : Part.values()) {
			boolean known = requests || part == Part.STOP_THE_WORLD;
			sentences.put(part.label(),
					known ? sentence(part, last, pools, calls) : "n/a: requests are not counted here");
		}
		return sentences;
	}

	private static String sentence(Part part, @Nullable Window last, boolean pools, boolean calls) {
		return switch (part) {
			case QUEUE -> (last != null && last.threads() != null)
					? "estimated from the requests that wait for a thread of Tomcat, by Little's law"
					: "n/a: nobody knows the threads that serve requests";
			case POOL, SQL -> (pools) ? "at the connections of HikariCP pools" : NO_POOL;
			case FETCH -> (pools)
					? "at the result sets of these connections; if rows come fast the first 1,000, then one in 1,000"
					: NO_POOL;
			case REMOTE -> (calls) ? "at the clients that report to Micrometer's observations, as those of Spring do"
					: "n/a: there is no registry of observations";
			case STOP_THE_WORLD -> stops(last);
			case CPU ->
				"by the clock of the request's thread; not known of virtual threads, nor of requests that other threads go on with";
			case RUN_QUEUE ->
				"n/a of a request, whose thread reads no file; of the whole process by the scheduler's statistics, on Linux only";
			case BLOCKED ->
				"what is left; each 100 ms somebody looks whether its thread waits for a lock, and the rest nobody measures";
		};
	}

	private static String stops(@Nullable Window last) {
		MachineWindow machine = (last != null) ? last.machine() : null;
		return (machine == null || machine.exact()) ? "by the counters of the JVM, with stops that are no collections"
				: "by the times of the collector alone: the JVM shows no counters (-XX:+UsePerfData)";
	}

}
