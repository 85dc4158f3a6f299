package io.perfstarter.reporting.verdict;

/**
 * Why the collector worked for the longest in a period, in its own words.
 */
final class CollectorReason {

	private static final String METASPACE = "Metadata GC";

	private static final String CALLED = "System.gc()";

	private CollectorReason() {
	}

	static boolean isMetaspace(Case judged) {
		return collects(judged) && reason(judged).startsWith(METASPACE);
	}

	/**
	 * Whether somebody called for it: the application, or the JDK for direct buffers.
	 */
	static boolean isCall(Case judged) {
		return collects(judged) && reason(judged).equals(CALLED);
	}

	/**
	 * Whether somebody asked for it from outside of the application.
	 */
	static boolean isCommand(Case judged) {
		return collects(judged) && switch (reason(judged)) {
			case "Diagnostic Command", "JvmtiEnv ForceGarbageCollection", "Heap Inspection Initiated GC",
					"Heap Dump Initiated GC" ->
				true;
			default -> false;
		};
	}

	private static boolean collects(Case judged) {
		return new NonGcSafepoint().judge(judged) == null;
	}

	static String reason(Case judged) {
		return judged.machine().reason();
	}

}
