package io.perfstarter.eviction;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Evicts when a reactive result fails or is cancelled, because Spring evicts only after
 * its success. Needs Reactor.
 */
final class ReactiveResults {

	private ReactiveResults() {
	}

	/**
	 * Returns the result with an eviction at each subscription that does not succeed.
	 * @param result the result of a method
	 * @param declared the result type of the method
	 * @param eviction evicts; must not throw
	 * @return the same result unless a {@code Mono} or {@code Flux} is declared
	 */
	static Object evictUnlessSuccessful(Object result, Class<?> declared, Runnable eviction) {
		if (declared == Mono.class && result instanceof Mono<?> mono) {
			return mono.doOnError((failure) -> eviction.run()).doFinally((end) -> evictIfCancelled(end, eviction));
		}
		if (declared == Flux.class && result instanceof Flux<?> flux) {
			return flux.doOnError((failure) -> eviction.run()).doFinally((end) -> evictIfCancelled(end, eviction));
		}
		return result;
	}

	private static void evictIfCancelled(SignalType end, Runnable eviction) {
		if (end == SignalType.CANCEL) {
			eviction.run();
		}
	}

}
