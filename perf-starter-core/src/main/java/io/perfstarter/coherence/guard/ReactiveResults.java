package io.perfstarter.coherence.guard;

import java.util.concurrent.Callable;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Watches the end of reactive results. Needs Reactor.
 */
public final class ReactiveResults {

	private ReactiveResults() {
	}

	/**
	 * Returns the result with an action at the end of each subscription.
	 * @param result the result of a method
	 * @param subscribed runs at the begin of a subscription, and returns what runs at its
	 * end
	 * @param succeeded runs after a success; must not throw
	 * @param failed runs after a failure or a cancellation, and after a failure that
	 * follows a cancellation; must not throw
	 * @return the same result unless it is reactive
	 */
	public static Object ending(Object result, Callable<Runnable> subscribed, Runnable succeeded, Runnable failed) {
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.getClass(), result);
		if (adapter == null) {
			return result;
		}
		Publisher<?> publisher = adapter.toPublisher(result);
		return adapter.fromPublisher(adapter.isMultiValue()
				? Flux.using(subscribed, (end) -> ending(Flux.from(publisher).doOnComplete(succeeded), failed),
						Runnable::run)
				: Mono.using(subscribed,
						(end) -> ending(Mono.from(publisher).doOnSuccess((value) -> succeeded.run()), failed),
						Runnable::run));
	}

	private static <T> Flux<T> ending(Flux<T> flux, Runnable failed) {
		return flux.doOnError((failure) -> failed.run()).doFinally((signal) -> ifCancelled(signal, failed));
	}

	private static <T> Mono<T> ending(Mono<T> mono, Runnable failed) {
		return mono.doOnError((failure) -> failed.run()).doFinally((signal) -> ifCancelled(signal, failed));
	}

	private static void ifCancelled(SignalType signal, Runnable failed) {
		if (signal == SignalType.CANCEL) {
			failed.run();
		}
	}

}
