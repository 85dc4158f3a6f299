package io.perfstarter.warmup.run;

import io.micrometer.context.ThreadLocalAccessor;
import io.perfstarter.warmup.WarmupContext;
import org.jspecify.annotations.Nullable;

/**
 * Propagates {@link WarmupContext} with Micrometer's context propagation, as in reactive
 * applications with {@code spring.reactor.context-propagation: auto}. Registered as a
 * service.
 */
public final class WarmupContextAccessor implements ThreadLocalAccessor<Boolean> {

	@Override
	public Object key() {
		return WarmupFilter.ATTRIBUTE;
	}

	@Override
	public @Nullable Boolean getValue() {
		return (WarmupContext.active()) ? Boolean.TRUE : null;
	}

	@Override
	public void setValue(Boolean value) {
		WarmupContext.enter();
	}

	@Override
	public void setValue() {
		WarmupContext.leave();
	}

}
