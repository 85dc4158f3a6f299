package io.perfstarter.async.context;

import java.util.function.Consumer;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Reports the failures of an accessor instead of throwing them, because the library would
 * propagate them to the caller or the task. Thread-safe if the accessor is.
 *
 * @param <V> the type of the value
 */
final class GuardedAccessor<V> implements ThreadLocalAccessor<V> {

	private final ThreadLocalAccessor<V> accessor;

	private final Object key;

	private final Consumer<Throwable> faults;

	/**
	 * Guards an accessor.
	 * @param accessor the accessor
	 * @param faults receives the failures, also errors, which incompatible library
	 * versions cause
	 */
	GuardedAccessor(ThreadLocalAccessor<V> accessor, Consumer<Throwable> faults) {
		this.accessor = accessor;
		this.key = accessor.key();
		this.faults = faults;
	}

	@Override
	public Object key() {
		return this.key;
	}

	@Override
	public @Nullable V getValue() {
		try {
			return this.accessor.getValue();
		}
		catch (Throwable ex) {
			this.faults.accept(ex);
			return null;
		}
	}

	@Override
	public void setValue(V value) {
		attempt(() -> this.accessor.setValue(value));
	}

	@Override
	public void setValue() {
		attempt(this.accessor::setValue);
	}

	@Override
	public void restore(V before) {
		attempt(() -> this.accessor.restore(before));
	}

	@Override
	public void restore() {
		attempt(this.accessor::restore);
	}

	private void attempt(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			this.faults.accept(ex);
		}
	}

}
