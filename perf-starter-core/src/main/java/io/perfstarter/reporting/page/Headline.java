package io.perfstarter.reporting.page;

import io.perfstarter.reporting.verdict.Cause;
import io.perfstarter.reporting.verdict.Verdict;

/**
 * Says a verdict in one short sentence.
 */
final class Headline {

	private Headline() {
	}

	static String of(Verdict verdict) {
		String sentence = sentence(verdict.cause(), verdict.subject());
		return verdict.queued() ? sentence + ", and the others queue behind it" : sentence;
	}

	private static String sentence(Cause cause, String subject) {
		return switch (cause) {
			case GC_HEAP_TOO_SMALL -> "The heap is too small";
			case GC_ALLOCATION -> "Too much memory is allocated" + at(" by ", subject);
			case GC_METASPACE -> "The memory for classes grows";
			case GC_DIRECT_MEMORY -> "The memory for direct buffers is used up";
			case GC_REQUESTED -> "Somebody asks for collections";
			case NON_GC_SAFEPOINT -> "The JVM is stopped, and not by its collector";
			case POOL_TOO_SMALL -> "The connection pool" + at(" ", subject) + " is too small";
			case CONNECTION_HELD_IDLE -> "Connections" + at(" of the pool ", subject) + " are held and not used";
			case DEAD_CONNECTIONS ->
				"Idle connections" + at(" of the pool ", subject) + " are dead or slow to validate";
			case POOL_DEADLOCK_RISK ->
				"Threads that hold a connection" + at(" of the pool ", subject) + " wait for another";
			case CONNECTION_LEAK -> "A connection" + at(" of the pool ", subject) + " is not returned";
			case SLOW_SQL -> "A statement is slow" + at(": ", subject);
			case N_PLUS_ONE -> "One statement is executed again and again" + at(": ", subject);
			case BIG_RESULT -> "A statement gives too many rows" + at(": ", subject);
			case SLOW_REMOTE -> ((!subject.isEmpty()) ? subject : "Another service") + " answers slowly";
			case THREADS_EXHAUSTED -> "All threads that serve requests are busy";
			case APP_CPU -> "The application computes" + at(" in ", subject);
			case CPU_SATURATED_BY_SELF -> "This process uses all processors";
			case CPU_STARVED_BY_OTHERS -> "The process does not get the processors it needs";
			case LOCK -> "Threads wait for a lock" + at(" in ", subject);
			case CACHE_TOO_SMALL -> "The cache" + at(" ", subject) + " is too small";
			case MIXED -> "No single cause: several parts are slow";
			case UNSURE -> "What was measured does not explain the time";
		};
	}

	private static String at(String preposition, String subject) {
		return (!subject.isEmpty()) ? preposition + subject : "";
	}

}
