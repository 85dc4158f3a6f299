package io.perfstarter.reporting.rules;

/**
 * Classifies the GC cause with the longest collection time of a period.
 */
final class CollectorReason {

	private static final String METASPACE = "Metadata GC";

	private static final String CALLED = "System.gc()";

	private CollectorReason() {
	}

	static boolean isMetaspace(Diagnosis judged) {
		return collects(judged) && reason(judged).startsWith(METASPACE);
	}

	/**
	 * Returns whether the application, or the JDK for direct buffers, called {@code
	 * System.gc()}.
	 */
	static boolean isCall(Diagnosis judged) {
		return collects(judged) && reason(judged).equals(CALLED);
	}

	/**
	 * Returns whether a tool outside of the application requested the collection.
	 */
	static boolean isCommand(Diagnosis judged) {
		return collects(judged) && switch (reason(judged)) {
			case "Diagnostic Command", "JvmtiEnv ForceGarbageCollection", "Heap Inspection Initiated GC",
					"Heap Dump Initiated GC" ->
				true;
			default -> false;
		};
	}

	private static boolean collects(Diagnosis judged) {
		return new NonGcSafepointRule().judge(judged) == null;
	}

	static String reason(Diagnosis judged) {
		return judged.machine().gc().reason();
	}

}
