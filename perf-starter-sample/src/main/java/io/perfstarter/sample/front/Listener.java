package io.perfstarter.sample.front;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * A connected browser with its queue of events.
 */
class Listener {

	private static final Event END = new Event("end", Event.ALL, "");

	private static final long FOREVER = 0;

	private final SseEmitter emitter = new SseEmitter(FOREVER);

	private final BlockingQueue<Event> queue;

	private final Duration heartbeat;

	private volatile boolean ended;

	Listener(int room, Duration heartbeat) {
		this.queue = new ArrayBlockingQueue<>(room);
		this.heartbeat = heartbeat;
	}

	SseEmitter emitter() {
		return this.emitter;
	}

	/**
	 * Queues an event. Disconnects a browser whose queue is full; it reconnects and
	 * receives the current states.
	 */
	void tell(Event event) {
		if (!this.queue.offer(event)) {
			end();
		}
	}

	boolean isEnded() {
		return this.ended;
	}

	void end() {
		this.ended = true;
		this.queue.clear();
		this.queue.offer(END);
	}

	/**
	 * Sends events until the browser is disconnected. Heartbeats detect a closed
	 * connection.
	 */
	void send() {
		try {
			while (!this.ended) {
				Event event = this.queue.poll(this.heartbeat.toMillis(), TimeUnit.MILLISECONDS);
				if (event == null) {
					this.emitter.send(SseEmitter.event().comment("still here"));
				}
				else if (event != END) {
					this.emitter.send(SseEmitter.event().name(event.name()).data(event.data()));
				}
			}
			this.emitter.complete();
		}
		catch (IOException | IllegalStateException ex) {
			// The connection is closed, and the server has completed the emitter.
		}
		catch (InterruptedException ex) {
			this.emitter.complete();
			Thread.currentThread().interrupt();
		}
	}

}
