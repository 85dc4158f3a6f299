package io.perfstarter.sample.front;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends events to all connected browsers, and sends the current states to a browser when
 * it connects.
 */
@Component
class EventStream implements SmartLifecycle {

	static final int LISTENERS = 20;

	private static final int ROOM = 500;

	private static final Duration HEARTBEAT = Duration.ofSeconds(5);

	private static final Duration FAREWELL = Duration.ofSeconds(2);

	private final SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("events-");

	// The lock of this object guards these fields.
	private final Set<Listener> listeners = new LinkedHashSet<>();

	private final Map<Topic, Event> states = new LinkedHashMap<>();

	private boolean running;

	synchronized SseEmitter listen() {
		if (!this.running || this.listeners.size() == LISTENERS) {
			throw tooMany();
		}
		Listener listener = new Listener(ROOM, HEARTBEAT);
		listener.emitter().onCompletion(() -> leave(listener));
		this.states.values().forEach(listener::tell);
		this.listeners.add(listener);
		this.threads.execute(listener::send);
		return listener.emitter();
	}

	private static ErrorResponseException tooMany() {
		ErrorResponseException refusal = new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE,
				ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Too many listen; try again later"),
				null);
		refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, "5");
		return refusal;
	}

	private synchronized void leave(Listener listener) {
		listener.end();
		this.listeners.remove(listener);
		notifyAll();
		if (this.listeners.isEmpty()) {
			this.states.clear();
		}
	}

	/** Returns the number of connected browsers. */
	synchronized int listeners() {
		return this.listeners.size();
	}

	synchronized void happened(Event event) {
		this.listeners.forEach((listener) -> listener.tell(event));
	}

	/**
	 * Sends a state only if it has changed, and stores it for browsers that connect
	 * later. Without browsers, nothing is stored: evictions were not asked for since.
	 */
	synchronized void stands(Event state) {
		if (!this.listeners.isEmpty() && !state.equals(this.states.put(new Topic(state.name(), state.port()), state))) {
			happened(state);
		}
	}

	/** Removes the states of instances that no longer exist. */
	synchronized void keepOnly(Collection<Integer> ports) {
		this.states.keySet().removeIf((topic) -> topic.port() != Event.ALL && !ports.contains(topic.port()));
	}

	@Override
	public synchronized void start() {
		this.running = true;
	}

	/**
	 * Waits for the browsers, because the server stops next and would abort their
	 * connections.
	 */
	@Override
	public synchronized void stop() {
		this.running = false;
		this.listeners.forEach(Listener::end);
		long deadline = System.nanoTime() + FAREWELL.toNanos();
		try {
			for (long left = FAREWELL.toNanos(); left > 0
					&& !this.listeners.isEmpty(); left = deadline - System.nanoTime()) {
				TimeUnit.NANOSECONDS.timedWait(this, left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.running;
	}

	/**
	 * Identifies a state.
	 *
	 * @param name the type of the state
	 * @param port the port of the instance
	 */
	private record Topic(String name, int port) {
	}

}
