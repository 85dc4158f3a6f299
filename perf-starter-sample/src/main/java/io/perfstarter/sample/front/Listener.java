package io.perfstarter.sample.front;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One browser that listens, and what is still to be sent to it.
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
	 * One that does not keep up is to come again, and then hears how everything stands.
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
	 * Sends until the browser is gone or is to go; a heartbeat finds out that it is gone.
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
			// It is gone, and the server knows.
		}
		catch (InterruptedException ex) {
			this.emitter.complete();
			Thread.currentThread().interrupt();
		}
	}

}
