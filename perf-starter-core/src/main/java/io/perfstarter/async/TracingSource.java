package io.perfstarter.async;

import java.util.List;
import java.util.stream.Stream;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Propagates one tracing value with its registered context accessor, if any. Other
 * registered accessors are not used, because some read the request, which may have ended.
 */
final class TracingSource implements ContextSource<Object> {

	/**
	 * The accessor keys of Micrometer's observation, with its span and baggage, and of
	 * the time breakdown of the request, which the reporting feature records.
	 */
	private static final List<String> KEYS = List.of("micrometer.observation", "micrometer.tracing",
			"micrometer.tracing.baggage", "perf-starter.time-breakdown");

	private final ContextRegistry registry;

	private final String key;

	TracingSource(ContextRegistry registry, String key) {
		this.registry = registry;
		this.key = key;
	}

	static Stream<TracingSource> all() {
		return KEYS.stream().map((key) -> new TracingSource(ContextRegistry.getInstance(), key));
	}

	@Override
	public @Nullable Object capture() {
		return current();
	}

	@Override
	public @Nullable Object current() {
		ThreadLocalAccessor<Object> accessor = accessor();
		return (accessor != null) ? accessor.getValue() : null;
	}

	@Override
	public void set(Object value) {
		ThreadLocalAccessor<Object> accessor = accessor();
		if (accessor != null) {
			accessor.setValue(value);
		}
	}

	@Override
	public void restore(@Nullable Object before) {
		ThreadLocalAccessor<Object> accessor = accessor();
		if (accessor == null) {
			return;
		}
		if (before != null) {
			accessor.restore(before);
		}
		else {
			accessor.restore();
		}
	}

	/**
	 * Looks up the accessor each time, because applications may register one at any time.
	 */
	@SuppressWarnings("unchecked")
	private @Nullable ThreadLocalAccessor<Object> accessor() {
		for (ThreadLocalAccessor<?> accessor : this.registry.getThreadLocalAccessors()) {
			if (this.key.equals(accessor.key())) {
				return (ThreadLocalAccessor<Object>) accessor;
			}
		}
		return null;
	}

}
