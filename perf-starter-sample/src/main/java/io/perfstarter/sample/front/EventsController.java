package io.perfstarter.sample.front;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Provides the event stream to browsers.
 */
@RestController
class EventsController {

	private final EventStream stream;

	EventsController(EventStream stream) {
		this.stream = stream;
	}

	@GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	SseEmitter events() {
		return this.stream.listen();
	}

}
