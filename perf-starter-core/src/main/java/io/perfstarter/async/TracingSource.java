package io.perfstarter.async;

import java.util.List;
import java.util.stream.Stream;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * One of the values of tracing, by the accessor that is registered for it, if any. Not
 * all that is registered is carried: an application may have registered the attributes of
 * its requests, which are not to be read when the request is over.
 */
final class TracingSource implements ContextSource<Object> {

	/**
	 * Those of Micrometer: the observation opens its span, and baggage belongs to it. And
	 * where the time of the request goes, which the feature reporting writes down.
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
	 * Looks each time, because applications register theirs at any time.
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
