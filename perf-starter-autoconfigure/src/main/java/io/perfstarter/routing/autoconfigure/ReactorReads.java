package io.perfstarter.routing.autoconfigure;

import io.micrometer.context.ContextRegistry;
import io.perfstarter.routing.session.CallerReadsAccessor;
import io.perfstarter.routing.session.ReadScopes;

/**
 * Lets Reactor's automatic context propagation hand over what reads must find: it uses
 * the accessors of the global registry.
 */
final class ReactorReads implements AutoCloseable {

	private final CallerReadsAccessor accessor;

	ReactorReads(ReadScopes scopes) {
		this.accessor = new CallerReadsAccessor(scopes, true);
		ContextRegistry.getInstance().registerThreadLocalAccessor(this.accessor);
	}

	@Override
	public void close() {
		ContextRegistry registry = ContextRegistry.getInstance();
		// Another application context may have replaced it.
		if (registry.getThreadLocalAccessors().contains(this.accessor)) {
			registry.removeThreadLocalAccessor(this.accessor.key().toString());
		}
	}

}
