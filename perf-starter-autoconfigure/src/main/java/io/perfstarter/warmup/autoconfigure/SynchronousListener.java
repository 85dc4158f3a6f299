package io.perfstarter.warmup.autoconfigure;

import java.util.function.Consumer;

import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.ResolvableType;

/**
 * A listener for whose end the start or the stop of the application waits, also if other
 * listeners are called asynchronously.
 */
class SynchronousListener<E extends ApplicationEvent> implements GenericApplicationListener {

	private final Class<E> type;

	private final int order;

	private final Consumer<E> action;

	SynchronousListener(Class<E> type, int order, Consumer<E> action) {
		this.type = type;
		this.order = order;
		this.action = action;
	}

	@Override
	public boolean supportsEventType(ResolvableType eventType) {
		return this.type.isAssignableFrom(eventType.toClass());
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

	@Override
	public void onApplicationEvent(ApplicationEvent event) {
		this.action.accept(this.type.cast(event));
	}

}
