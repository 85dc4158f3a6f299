package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.aop.support.AopUtils;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * A call of a cached method. The result may be subscribed to within a reactive
 * transaction. It is unknown when such a transaction began and whether it will commit.
 * Thread-safe.
 */
final class ReactiveCall {

	private static final boolean PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			ReactiveCall.class.getClassLoader());

	private final @Nullable CacheChanges changes;

	private final Object target;

	private final Method method;

	// What the call has changed so far. Guarded by the lock of this object.
	private final Set<Event> changed = new LinkedHashSet<>();

	// Complete before there is a result, as is the next field.
	private List<String> caches = List.of();

	private boolean evictsBefore;

	private volatile boolean inTransaction;

	private volatile boolean doubtful;

	/**
	 * Creates a call.
	 * @param changes carries out its changes, {@code null} if they stay in the cache
	 */
	ReactiveCall(@Nullable CacheChanges changes, Object target, Method method) {
		this.changes = changes;
		this.target = target;
		this.method = method;
	}

	/**
	 * Returns whether calls of a method may have a reactive result.
	 */
	static boolean isPossible(Method method) {
		return PRESENT && (Reactor.isReactive(method.getReturnType()) || KotlinDetector.isSuspendingFunction(method));
	}

	/**
	 * Returns whether a result of the call was subscribed to within a transaction, so
	 * that its value may be uncommitted.
	 */
	boolean isInTransaction() {
		return this.inTransaction;
	}

	/**
	 * Records before the call what it may change.
	 */
	void changes(String cache, CacheOperation operation) {
		this.caches = Stream.concat(this.caches.stream(), Stream.of(cache)).distinct().toList();
		this.evictsBefore |= operation instanceof CacheEvictOperation eviction && eviction.isBeforeInvocation();
	}

	/**
	 * Records a change, which is carried out again at the end of the transaction.
	 */
	synchronized void changed(Event event) {
		this.changed.add(event);
	}

	private synchronized List<Event> changed() {
		return List.copyOf(this.changed);
	}

	/**
	 * Returns the result with a search for a transaction at each subscription.
	 */
	@Nullable Object looking(@Nullable Object result) {
		return Reactor.looking(result, this);
	}

	/**
	 * Returns the result of Spring. The changes of the call are pending from each
	 * subscription to its end.
	 */
	@Nullable Object ending(@Nullable Object result) {
		CacheChanges changes = this.changes;
		if (changes == null || this.caches.isEmpty() || result == null || result instanceof CompletionStage) {
			return result;
		}
		return ReactiveResults.ending(result, () -> changes.pending(this.caches), () -> {
			if (this.evictsBefore) {
				doubt();
			}
		}, this::doubt);
	}

	/**
	 * Doubts the caches now, and again at the commit of a transaction around the call.
	 */
	private void doubt() {
		if (this.changes != null) {
			this.doubtful = true;
			this.changes.doubt(this.caches,
					AopUtils.getTargetClass(this.target).getSimpleName() + "." + this.method.getName());
		}
	}

	/**
	 * A separate class, because Reactor is optional.
	 */
	private static final class Reactor {

		// Whether a result of this declared type may be reactive.
		private static final ClassValue<Boolean> TYPES = new ClassValue<>() {
			@Override
			protected Boolean computeValue(Class<?> type) {
				return type.isAssignableFrom(Mono.class) || type.isAssignableFrom(Flux.class)
						|| !CompletionStage.class.isAssignableFrom(type)
								&& ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
			}
		};

		private Reactor() {
		}

		static boolean isReactive(Class<?> type) {
			return TYPES.get(type);
		}

		static @Nullable Object looking(@Nullable Object result, ReactiveCall call) {
			if (result == null || result instanceof CompletionStage) {
				return result;
			}
			ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.getClass(), result);
			if (adapter == null) {
				return result;
			}
			Publisher<?> publisher = adapter.toPublisher(result);
			if (adapter.isMultiValue() && !call.caches.isEmpty()) {
				// Spring cancels the publisher at its first element, and evicts then.
				publisher = Flux.from(publisher).doOnCancel(call::doubt);
			}
			return adapter.fromPublisher(
					adapter.isMultiValue() ? look(call).thenMany(publisher) : look(call).then(Mono.from(publisher)));
		}

		private static Mono<?> look(ReactiveCall call) {
			return TransactionSynchronizationManager.forCurrentTransaction()
				.filter(TransactionSynchronizationManager::isActualTransactionActive)
				.doOnNext((transaction) -> {
					call.inTransaction = true;
					if (transaction.isSynchronizationActive()) {
						transaction.registerSynchronization(new ChangesAtEnd(call));
					}
				})
				.onErrorComplete(NoTransactionException.class);
		}

	}

	/**
	 * Carries out the changes again at the end of a reactive transaction, unless this was
	 * rolled back. The changes are pending from the begin of the commit.
	 */
	private static final class ChangesAtEnd implements TransactionSynchronization {

		private final ReactiveCall call;

		private @Nullable Runnable endOfChange;

		ChangesAtEnd(ReactiveCall call) {
			this.call = call;
		}

		@Override
		public Mono<Void> beforeCommit(boolean readOnly) {
			return Mono.fromRunnable(() -> {
				CacheChanges changes = this.call.changes;
				if (changes != null && !this.call.caches.isEmpty()) {
					this.endOfChange = changes.pending(this.call.caches);
				}
			});
		}

		@Override
		public Mono<Void> afterCompletion(int status) {
			return Mono.fromRunnable(() -> {
				CacheChanges changes = this.call.changes;
				if (changes != null && status != STATUS_ROLLED_BACK) {
					this.call.changed().forEach(changes::evict);
					if (this.call.doubtful) {
						this.call.doubt();
					}
				}
				if (this.endOfChange != null) {
					this.endOfChange.run();
				}
			});
		}

	}

}
