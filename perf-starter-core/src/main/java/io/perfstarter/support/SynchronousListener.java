package io.perfstarter.support;

import java.util.function.Consumer;

import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.ResolvableType;

/**
 * A listener that the start or the stop of the application waits for, even if other
 * listeners are called asynchronously.
 *
 * @param <E> the type of the events
 * @param type the class of the events
 * @param order the order among the listeners of an event
 * @param action receives the events
 */
public record SynchronousListener<E extends ApplicationEvent>(Class<E> type, int order,
		Consumer<E> action) implements GenericApplicationListener {

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
