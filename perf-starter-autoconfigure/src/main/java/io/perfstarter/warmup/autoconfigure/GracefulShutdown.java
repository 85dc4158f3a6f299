package io.perfstarter.warmup.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.perfstarter.warmup.run.Warmup;
import io.perfstarter.warmup.run.WarmupState;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Performs the graceful shutdown: refuses traffic, deregisters, and keeps serving until
 * clients and load balancers have noticed the deregistration.
 */
class GracefulShutdown implements ApplicationListener<ContextClosedEvent>, Ordered {

	private static final Log logger = LogFactory.getLog(GracefulShutdown.class);

	private final ApplicationContext context;

	private final Warmup warmup;

	private final WarmupState state;

	private final Duration delay;

	private final List<Deregistration> deregistrations;

	/**
	 * Creates the listener.
	 * @param warmup the warm-up, aborted if it still runs
	 * @param state the state, which shows whether the instance accepted traffic
	 * @param delay how long to keep serving
	 * @param deregistrations deregister from one registry each
	 */
	GracefulShutdown(ApplicationContext context, Warmup warmup, WarmupState state, Duration delay,
			List<Deregistration> deregistrations) {
		this.context = context;
		this.warmup = warmup;
		this.state = state;
		this.delay = delay;
		this.deregistrations = deregistrations;
	}

	/**
	 * Runs before the shutdown of everything that requests need, such as executors.
	 */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	/**
	 * The shutdown waits for this listener.
	 */
	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			boolean serving = this.state.isServing();
			this.warmup.stop();
			if (serving) {
				shutDown();
			}
		}
	}

	private void shutDown() {
		this.deregistrations.forEach(GracefulShutdown::deregister);
		if (!this.delay.isZero()) {
			logger.info("Refusing traffic and deregistered; serving remaining requests for " + this.delay + " ('"
					+ WarmupProperties.PREFIX + ".shutdown-delay')");
			keepServing();
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
			// Only an interrupt ends this wait early.
			new CountDownLatch(1).await(this.delay.toMillis(), TimeUnit.MILLISECONDS);
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
