package io.perfstarter.routing.connection;

import io.micrometer.context.ThreadLocalAccessor;
import io.perfstarter.routing.PrimaryRead;
import org.jspecify.annotations.Nullable;

/**
 * Hands the {@link ReadScope} and the running {@link PrimaryRead} method of a thread over
 * to its tasks. Caller and tasks share one scope object, so that each finds what the
 * others have written.
 *
 * @param scopes the scopes
 * @param boundOnly whether to hand over only a scope that the thread has already, because
 * a thread of an event loop works for many callers; if {@code false}, a thread without a
 * scope gets one, to find what its tasks write
 */
public record CallerReadsAccessor(ReadScopes scopes,
		boolean boundOnly) implements ThreadLocalAccessor<CallerReadsAccessor.CallerReads> {

	@Override
	public Object key() {
		return "perf-starter.routing";
	}

	@Override
	public @Nullable CallerReads getValue() {
		if (this.boundOnly && !this.scopes.isBound() && !PrimaryReads.isActive()) {
			return null;
		}
		return new CallerReads(this.scopes.current(), PrimaryReads.current());
	}

	@Override
	public void setValue(CallerReads value) {
		this.scopes.replace(value.scope());
		PrimaryReads.end(value.primaryRead());
	}

	@Override
	public void setValue() {
		this.scopes.replace(null);
		PrimaryReads.end(null);
	}

	/**
	 * What the reads of a thread have to consider.
	 *
	 * @param scope the scope
	 * @param primaryRead the innermost {@link PrimaryRead} method, {@code null} for none
	 */
	record CallerReads(ReadScope scope, PrimaryReads.@Nullable Call primaryRead) {
	}

}
