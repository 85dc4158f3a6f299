package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.FanOut;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Notifies the fan-out that the web server of the application accepts requests, before
 * registries hear of it. The server of Actuator belongs to another context.
 */
class WebServerStart implements ApplicationListener<WebServerInitializedEvent>, Ordered {

	private final FanOut fanOut;

	private final ApplicationContext context;

	WebServerStart(FanOut fanOut, ApplicationContext context) {
		this.fanOut = fanOut;
		this.context = context;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		if (event.getApplicationContext() == this.context) {
			this.fanOut.listening();
		}
	}

	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

}
