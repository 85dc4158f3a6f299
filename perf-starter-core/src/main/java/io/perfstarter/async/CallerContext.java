package io.perfstarter.async;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Propagates parts of the caller's thread context to its tasks. Requests and transactions
 * are never propagated, because they end without waiting for tasks. Thread-safe.
 */
final class CallerContext {

	/**
	 * Sources are set in this order and restored in reverse, because tracing may write to
	 * the MDC.
	 */
	private static final List<ContextPart> ORDER = List.of(ContextPart.MDC, ContextPart.LOCALE, ContextPart.SECURITY,
			ContextPart.TRACING);

	private final List<ContextSource<?>> sources;

	private final Consumer<Throwable> faults;

	/**
	 * Creates a context of those parts whose libraries are on the class path.
	 * @param parts the parts to propagate
	 * @param faults receives all failures
	 */
	CallerContext(Set<ContextPart> parts, Consumer<Throwable> faults) {
		this(ORDER.stream().filter(parts::contains).<ContextSource<?>>flatMap(CallerContext::sources).toList(), faults);
	}

	CallerContext(Collection<? extends ContextSource<?>> sources, Consumer<Throwable> faults) {
		this.sources = List.copyOf(sources);
		this.faults = faults;
	}

	private static Stream<? extends ContextSource<?>> sources(ContextPart part) {
		return switch (part) {
			case MDC -> isPresent("org.slf4j.MDC") ? Stream.of(new MdcSource()) : Stream.empty();
			case LOCALE -> Stream.of(new LocaleSource());
			case SECURITY -> isPresent("org.springframework.security.core.context.SecurityContextHolder")
					? Stream.of(new SecuritySource()) : Stream.empty();
			case TRACING -> isPresent("io.micrometer.context.ContextRegistry") ? TracingSource.all() : Stream.empty();
		};
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, CallerContext.class.getClassLoader());
	}

	/**
	 * Captures the context of the current thread for a task. Never throws: a failing part
	 * is reported and left out.
	 * @param task the task
	 * @return the task with its context, or the task itself if there is nothing to
	 * propagate
	 */
	Runnable carry(Runnable task) {
		List<Carried<?>> carried = new ArrayList<>(this.sources.size());
		for (ContextSource<?> source : this.sources) {
			attempt(() -> {
				Carried<?> captured = Carried.by(source);
				if (captured != null) {
					carried.add(captured);
				}
			});
		}
		return (!carried.isEmpty()) ? () -> run(carried, task) : task;
	}

	private void run(List<Carried<?>> carried, Runnable task) {
		Deque<Runnable> restores = new ArrayDeque<>(carried.size());
		for (Carried<?> value : carried) {
			attempt(() -> value.put(restores));
		}
		try {
			task.run();
		}
		finally {
			restores.forEach(this::attempt);
		}
	}

	// Also catches errors, which incompatible library versions cause.
	private void attempt(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			tell(ex);
		}
	}

	private void tell(Throwable fault) {
		try {
			this.faults.accept(fault);
		}
		catch (RuntimeException ex) {
			// A failing report must not fail the task.
		}
	}

	/**
	 * A captured value.
	 *
	 * @param <V> the type of the value
	 * @param source the source that captured it
	 * @param value the value
	 */
	private record Carried<V>(ContextSource<V> source, V value) {

		static <V> @Nullable Carried<V> by(ContextSource<V> source) {
			V value = source.capture();
			return (value != null) ? new Carried<>(source, value) : null;
		}

		/**
		 * Registers the restoration first, because a failing change may be partial.
		 */
		void put(Deque<Runnable> restores) {
			V before = this.source.current();
			restores.push(() -> this.source.restore(before));
			this.source.set(this.value);
		}

	}

}
