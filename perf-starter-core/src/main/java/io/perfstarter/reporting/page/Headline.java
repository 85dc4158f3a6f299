package io.perfstarter.reporting.page;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;

/**
 * Formats a verdict as one short sentence.
 */
final class Headline {

	private Headline() {
	}

	static String of(Verdict verdict) {
		String sentence = sentence(verdict.cause(), verdict.subject());
		return verdict.queued() ? sentence + ", and other requests wait behind it" : sentence;
	}

	private static String sentence(Cause cause, String subject) {
		return switch (cause) {
			case GC_HEAP_TOO_SMALL -> "The heap is too small";
			case GC_HEAP_GROWS -> "The live set of the heap keeps growing";
			case GC_ALLOCATION -> "Too much memory is allocated" + at(" by ", subject);
			case GC_METASPACE -> "Metaspace grows";
			case GC_DIRECT_MEMORY -> "Direct memory is exhausted";
			case GC_REQUESTED -> "Garbage collections are requested explicitly";
			case NON_GC_SAFEPOINT -> "The JVM is paused, but not by garbage collection";
			case POOL_TOO_SMALL -> "The connection pool" + at(" ", subject) + " is too small";
			case CONNECTION_HELD_IDLE -> "Connections" + at(" of the pool ", subject) + " are held idle";
			case DEAD_CONNECTIONS ->
				"Idle connections" + at(" of the pool ", subject) + " are dead or slow to validate";
			case CONNECTIONS_REFUSED -> "The database refuses connections" + at(" of the pool ", subject);
			case SLOW_CONNECT -> "New connections" + at(" of the pool ", subject) + " are slow to open";
			case POOL_DEADLOCK_RISK ->
				"Threads that hold a connection" + at(" of the pool ", subject) + " wait for another";
			case CONNECTION_LEAK -> "A connection" + at(" of the pool ", subject) + " is not returned";
			case SLOW_SQL -> "A statement is slow" + at(": ", subject);
			case DATABASE_LOCK -> "Statements wait for a lock in the database" + at(": ", subject);
			case DATABASE_SATURATED -> "The processors of the database are busy" + at(": ", subject);
			case N_PLUS_ONE -> "One statement is repeated many times" + at(": ", subject);
			case BIG_RESULT -> "A statement returns too many rows" + at(": ", subject);
			case SLOW_REMOTE -> ((!subject.isEmpty()) ? subject : "Another service") + " responds slowly";
			case THREADS_EXHAUSTED -> "All threads that serve requests are busy";
			case LIMIT_TOO_SMALL -> "The concurrency limit" + at(" of ", subject) + " is too small";
			case APP_CPU -> "The application uses CPU time" + at(" in ", subject);
			case CPU_SATURATED_BY_SELF -> "This process uses all processors";
			case CPU_STARVED_BY_OTHERS -> "The process does not get enough CPU time";
			case LOCK -> "Threads wait for a lock" + at(" in ", subject);
			case SLEEPING -> "Threads sleep" + at(" in ", subject);
			case SLOW_CLIENT -> "Clients send or read slowly" + at(" in ", subject);
			case SLOW_LOG -> "Writing to the log is slow" + at(" in ", subject);
			case BLOCKED_ELSEWHERE -> "Threads wait" + at(" in ", subject);
			case ASYNC_WAIT -> "Asynchronous requests wait for an event";
			case CACHE_TOO_SMALL -> "The cache" + at(" ", subject) + " is too small";
			case MIXED -> "No single cause: several components are slow";
			case UNSURE -> "The measurements do not explain the time";
		};
	}

	private static String at(String preposition, String subject) {
		return (!subject.isEmpty()) ? preposition + subject : "";
	}

}
