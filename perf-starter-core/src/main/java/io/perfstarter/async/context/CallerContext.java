package io.perfstarter.async.context;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;

import org.springframework.util.ClassUtils;

/**
 * Propagates parts of the caller's thread context to its tasks, by snapshots of
 * Micrometer's context propagation over a registry of its own. Thread-safe.
 */
public final class CallerContext {

	/**
	 * The keys of Micrometer's observation, with its span and baggage, and of the time
	 * breakdown of the request, which the reporting feature records.
	 */
	private static final List<Object> TRACING = List.of("micrometer.observation", "micrometer.tracing",
			"micrometer.tracing.baggage", "perf-starter.time-breakdown");

	/**
	 * The key of what reads of the caller must find, which the routing feature provides.
	 * It is part of the data and not of the context, so it is always propagated.
	 */
	private static final String ROUTING = "perf-starter.routing";

	private static final Map<Object, ContextPart> PARTS = Map.of("cp.slf4j", ContextPart.MDC,
			"org.springframework.security.core.context.SecurityContext", ContextPart.SECURITY,
			"org.springframework.context.i18n.LocaleContextThreadLocalAccessor.KEY", ContextPart.LOCALE);

	/**
	 * Services whose values belong to the request, which may have ended, or to the
	 * warm-up, which does not wait for tasks.
	 */
	private static final Set<String> OF_REQUESTS = Set.of(
			"org.springframework.security.core.context.ReactiveSecurityContextHolderThreadLocalAccessor",
			"org.springframework.security.web.server.ServerWebExchangeThreadLocalAccessor",
			"org.springframework.web.context.request.RequestAttributesThreadLocalAccessor",
			"io.perfstarter.warmup.run.WarmupContextAccessor");

	private final Set<ContextPart> parts;

	private final List<ThreadLocalAccessor<?>> beans;

	private final Set<Class<?>> services;

	private final Consumer<Throwable> faults;

	private volatile Snapshots snapshots;

	/**
	 * Creates a context of those parts whose libraries are on the class path.
	 * @param parts the parts to propagate
	 * @param beans the accessors that are beans; they replace others with the same key
	 * @param faults receives all failures
	 */
	public CallerContext(Set<ContextPart> parts, Collection<? extends ThreadLocalAccessor<?>> beans,
			Consumer<Throwable> faults) {
		this.parts = Set.copyOf(parts);
		this.beans = List.copyOf(beans);
		this.faults = faults;
		this.services = attempt(CallerContext::services, Set.of());
		this.snapshots = snapshots(List.of());
	}

	/**
	 * Captures the context of the current thread for a task. Parts that the current
	 * thread does not have are cleared for the task. Never throws: a failing part is
	 * reported and left out.
	 * @param task the task
	 * @return the task with its context
	 */
	public Runnable carry(Runnable task) {
		if (this.parts.isEmpty()) {
			return task;
		}
		return current().factory().captureAll().wrap(task);
	}

	/**
	 * Looks at the global registry each time, because applications register accessors
	 * there at any time.
	 */
	private Snapshots current() {
		List<ThreadLocalAccessor<?>> global = attempt(() -> ContextRegistry.getInstance().getThreadLocalAccessors(),
				List.of());
		Snapshots current = this.snapshots;
		if (!current.global().equals(global)) {
			List<ThreadLocalAccessor<?>> latest = List.copyOf(global);
			current = attempt(() -> snapshots(latest), current);
			this.snapshots = current;
		}
		return current;
	}

	/**
	 * Takes over the instances of the global registry. Loading the services again would
	 * replace the instance that {@code ObservationThreadLocalAccessor} returns to
	 * everybody. Tracing comes last, and is therefore restored first, because it may
	 * write to the MDC.
	 */
	private Snapshots snapshots(List<ThreadLocalAccessor<?>> global) {
		Map<Object, ThreadLocalAccessor<?>> found = new LinkedHashMap<>();
		own().forEach((accessor) -> found.put(accessor.key(), accessor));
		global.stream()
			.filter((accessor) -> TRACING.contains(accessor.key()) || this.services.contains(accessor.getClass()))
			.forEach((accessor) -> found.putIfAbsent(accessor.key(), accessor));
		this.beans.forEach((accessor) -> found.put(key(accessor), accessor));
		ContextRegistry registry = new ContextRegistry();
		found.values()
			.stream()
			.filter((accessor) -> ROUTING.equals(accessor.key()) || this.parts.contains(part(accessor.key())))
			.sorted(Comparator.comparingInt((accessor) -> TRACING.indexOf(accessor.key())))
			.forEach((accessor) -> registry.registerThreadLocalAccessor(new GuardedAccessor<>(accessor, this::report)));
		// Also what the caller does not have is cleared: a pooled thread may have it from
		// another task.
		return new Snapshots(global,
				ContextSnapshotFactory.builder().contextRegistry(registry).clearMissing(true).build());
	}

	private static Object key(ThreadLocalAccessor<?> bean) {
		Object key = bean.key();
		if (key == null) {
			throw new IllegalArgumentException(
					"The ThreadLocalAccessor bean of the type '%s' returns no key: implement key()"
						.formatted(bean.getClass().getName()));
		}
		return key;
	}

	private static Stream<ThreadLocalAccessor<?>> own() {
		Stream.Builder<ThreadLocalAccessor<?>> own = Stream.builder();
		if (isPresent("org.slf4j.MDC")) {
			own.add(new Slf4jThreadLocalAccessor());
		}
		own.add(new LocaleAccessor());
		if (isPresent("org.springframework.security.core.context.SecurityContextHolder")) {
			own.add(new SecurityAccessor());
		}
		return own.build();
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, CallerContext.class.getClassLoader());
	}

	@SuppressWarnings("rawtypes")
	private static Set<Class<?>> services() {
		return ServiceLoader.load(ThreadLocalAccessor.class)
			.stream()
			.<Class<?>>map(ServiceLoader.Provider::type)
			.filter((type) -> !OF_REQUESTS.contains(type.getName()))
			.collect(Collectors.toUnmodifiableSet());
	}

	private static ContextPart part(Object key) {
		return (TRACING.contains(key)) ? ContextPart.TRACING : PARTS.getOrDefault(key, ContextPart.APPLICATION);
	}

	// Also catches errors, which incompatible library versions and broken services cause.
	private <T> T attempt(Supplier<T> step, T otherwise) {
		try {
			return step.get();
		}
		catch (Throwable ex) {
			report(ex);
			return otherwise;
		}
	}

	private void report(Throwable fault) {
		try {
			this.faults.accept(fault);
		}
		catch (RuntimeException ex) {
			// A failing report must not fail the task.
		}
	}

	/**
	 * Takes snapshots of a thread.
	 *
	 * @param global the accessors of the global registry that it knows
	 * @param factory takes the snapshots
	 */
	private record Snapshots(List<ThreadLocalAccessor<?>> global, ContextSnapshotFactory factory) {

	}

}
