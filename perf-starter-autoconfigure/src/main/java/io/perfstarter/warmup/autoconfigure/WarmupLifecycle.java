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
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Runs the warm-up before the application accepts traffic, and performs the graceful
 * shutdown.
 *
 * @param context the application
 * @param warmup the warm-up
 * @param state the state of the warm-up
 * @param properties the settings of the warm-up
 * @param bundles the TLS settings of the application
 * @param deregistration deregisters the instance at the begin of the shutdown
 */
record WarmupLifecycle(ConfigurableApplicationContext context, Warmup warmup, WarmupState state,
		WarmupProperties properties, ObjectProvider<SslBundles> bundles,
		ObjectProvider<Deregistration> deregistration) {

	private static final Log logger = LogFactory.getLog(WarmupLifecycle.class);

	private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

	/**
	 * Runs the warm-up on the thread that starts the application, after all other
	 * listeners of the event. Spring Boot publishes that the application accepts traffic
	 * after this method returns.
	 */
	void ready(ApplicationReadyEvent event) {
		// Parent contexts also receive the events of their children.
		if (event.getApplicationContext() != this.context) {
			return;
		}
		OwnServer server = new OwnServer(this.context.getEnvironment());
		WebApplicationType type = event.getSpringApplication().getWebApplicationType();
		URI address = server.address(type);
		if (address == null && type != WebApplicationType.NONE) {
			this.warmup.skip();
			return;
		}
		this.warmup.run(address, (address != null) ? server.sslContext(this.bundles.getIfAvailable()) : null);
		if (!this.state.isClosed()) {
			this.context.publishEvent(new WarmupCompletedEvent(this.warmup.report()));
			if (this.properties.mode() == Mode.TRAINING) {
				exit();
			}
		}
		if (this.state.isClosed()) {
			awaitEnd();
		}
	}

	private void exit() {
		logger.info("Training run finished; the application exits");
		System.exit(SpringApplication.exit(this.context, () -> (this.warmup.isComplete()) ? 0 : 1));
	}

	/**
	 * Waits for the end of a shutdown in progress. As soon as the listener returns,
	 * Spring Boot publishes that the application accepts traffic.
	 */
	private void awaitEnd() {
		while (this.context.isActive() && !Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(LOOK);
		}
	}

	/**
	 * Deregisters, and keeps serving until clients and load balancers have noticed. Comes
	 * before the shutdown of everything that requests need, such as executors. Spring
	 * Boot has already published that the application refuses traffic.
	 */
	void closed(ContextClosedEvent event) {
		if (event.getApplicationContext() != this.context) {
			return;
		}
		boolean serving = this.state.isOpen() && !this.state.isClosed()
				&& new OwnServer(this.context.getEnvironment()).isListening();
		this.warmup.stop();
		if (serving) {
			this.deregistration.ifAvailable(WarmupLifecycle::deregister);
			if (!this.properties.shutdownDelay().isZero()) {
				logger.info("Refusing traffic; serving remaining requests for " + this.properties.shutdownDelay()
						+ " ('" + WarmupProperties.PREFIX + ".shutdown-delay')");
				keepServing();
			}
		}
	}

	private static void deregister(Deregistration registration) {
		try {
			registration.deregister();
		}
		catch (RuntimeException ex) {
			logger.warn("Could not deregister before the shutdown delay; the instance deregisters when it stops", ex);
		}
	}

	private void keepServing() {
		try {
			Thread.sleep(this.properties.shutdownDelay().toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Deregisters the instance from a service registry.
	 */
	interface Deregistration {

		void deregister();

	}

}
