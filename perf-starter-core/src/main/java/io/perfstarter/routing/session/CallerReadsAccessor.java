package io.perfstarter.routing.session;

import io.micrometer.context.ThreadLocalAccessor;
import io.perfstarter.routing.PrimaryRead;
import org.jspecify.annotations.Nullable;

/**
 * Hands a thread's {@link ReadScope}, and whether a {@link PrimaryRead} method is
 * running, over to its tasks. The scope is the same object, so that the caller finds what
 * a task has written, and the other way round.
 */
public final class CallerReadsAccessor implements ThreadLocalAccessor<CallerReadsAccessor.CallerReads> {

	private final ReadScopes scopes;

	/**
	 * Creates an accessor of the scopes of one routing.
	 * @param scopes the scopes
	 */
	public CallerReadsAccessor(ReadScopes scopes) {
		this.scopes = scopes;
	}

	@Override
	public Object key() {
		return "perf-starter.routing";
	}

	@Override
	public CallerReads getValue() {
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
	public record CallerReads(ReadScope scope, PrimaryReads.@Nullable Call primaryRead) {
	}

}
