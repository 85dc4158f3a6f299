package io.perfstarter.warmup.autoconfigure;

import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.perfstarter.warmup.WarmupCompletedEvent;
import io.perfstarter.warmup.autoconfigure.WarmupProperties.Mode;
import io.perfstarter.warmup.run.Warmup;
import io.perfstarter.warmup.run.WarmupState;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/**
 * Runs the warm-up on the thread that starts the application, after the application is
 * ready. Spring Boot publishes that the application accepts traffic after this listener
 * returns; then the gates open.
 */
class WarmupListener implements ApplicationListener<ApplicationReadyEvent>, Ordered {

	private static final Log logger = LogFactory.getLog(WarmupListener.class);

	private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

	private final ConfigurableApplicationContext context;

	private final Warmup warmup;

	private final WarmupState state;

	private final Mode mode;

	private final ObjectProvider<SslBundles> bundles;

	WarmupListener(ConfigurableApplicationContext context, Warmup warmup, WarmupState state, Mode mode,
			ObjectProvider<SslBundles> bundles) {
		this.context = context;
		this.warmup = warmup;
		this.state = state;
		this.mode = mode;
		this.bundles = bundles;
	}

	/**
	 * Runs after all other listeners of the event.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	/**
	 * Readiness waits for this listener.
	 */
	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		// Parent contexts also receive the events of their children.
		if (event.getApplicationContext() != this.context) {
			return;
		}
		OwnServer server = new OwnServer(this.context.getEnvironment());
		URI address = server.address();
		if (address == null && event.getSpringApplication().getWebApplicationType() != WebApplicationType.NONE) {
			this.warmup.skip();
			return;
		}
		this.warmup.run(address, (address != null) ? server.sslContext(this.bundles.getIfAvailable()) : null);
		if (!this.state.isClosed()) {
			complete();
		}
		if (this.state.isClosed()) {
			awaitEnd();
		}
	}

	private void complete() {
		this.context.publishEvent(new WarmupCompletedEvent(this.warmup.report()));
		if (this.mode == Mode.TRAINING) {
			exit();
		}
	}

	/**
	 * Waits for the end of a shutdown in progress, because Spring Boot publishes that the
	 * application accepts traffic as soon as this returns.
	 */
	private void awaitEnd() {
		while (this.context.isActive() && !Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(LOOK);
		}
	}

	private void exit() {
		logger.info("Training run finished; the application exits");
		System.exit(SpringApplication.exit(this.context, () -> (this.warmup.isComplete()) ? 0 : 1));
	}

}
