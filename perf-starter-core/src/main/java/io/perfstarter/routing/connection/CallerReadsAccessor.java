package io.perfstarter.routing.connection;

import io.micrometer.context.ThreadLocalAccessor;
import io.perfstarter.routing.PrimaryRead;
import org.jspecify.annotations.Nullable;

/**
 * Hands a thread's {@link ReadScope}, and whether a {@link PrimaryRead} method is
 * running, over to its tasks. The scope is the same object, so that the caller finds what
 * a task has written, and the other way round.
 *
 * @param scopes the scopes
 * @param boundOnly whether a thread that has no scope hands none over, as on the threads
 * of an event loop, which work for many callers; otherwise it gets one, so that it finds
 * what its tasks write
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
