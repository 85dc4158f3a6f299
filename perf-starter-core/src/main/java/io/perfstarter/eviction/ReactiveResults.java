package io.perfstarter.eviction;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Evicts when a reactive result ends, unless Spring does, which evicts only after a
 * success. Needs Reactor.
 */
final class ReactiveResults {

	private ReactiveResults() {
	}

	/**
	 * Returns the result with an eviction at the end of each subscription.
	 * @param result the result of a method
	 * @param declared the result type of the method
	 * @param successToo whether to evict also after a success
	 * @param eviction evicts; must not throw
	 * @return the same result unless a {@code Mono} or {@code Flux} is declared
	 */
	static Object evicting(Object result, Class<?> declared, boolean successToo, Runnable eviction) {
		if (declared == Mono.class && result instanceof Mono<?> mono) {
			return (successToo ? mono.doOnTerminate(eviction) : mono.doOnError((failure) -> eviction.run()))
				.doFinally((end) -> evictIfCancelled(end, eviction));
		}
		if (declared == Flux.class && result instanceof Flux<?> flux) {
			return (successToo ? flux.doOnTerminate(eviction) : flux.doOnError((failure) -> eviction.run()))
				.doFinally((end) -> evictIfCancelled(end, eviction));
		}
		return result;
	}

	private static void evictIfCancelled(SignalType end, Runnable eviction) {
		if (end == SignalType.CANCEL) {
			eviction.run();
		}
	}

}
