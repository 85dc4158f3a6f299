package io.perfstarter.warmup.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.perfstarter.warmup.Warmup;
import io.perfstarter.warmup.WarmupState;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * The way out: refuses further traffic, leaves the registry, and serves on until all who
 * were told of this instance had time to hear that.
 */
class Departure implements ApplicationListener<ContextClosedEvent>, Ordered {

	private static final Log logger = LogFactory.getLog(Departure.class);

	private final ApplicationContext context;

	private final Warmup warmup;

	private final WarmupState state;

	private final Duration drain;

	private final List<RegistryExit> registrations;

	/**
	 * Prepares it.
	 * @param warmup ends if it is not over
	 * @param state whether there was any traffic to refuse
	 * @param drain for how long to serve on
	 * @param registrations leave a registry each
	 */
	Departure(ApplicationContext context, Warmup warmup, WarmupState state, Duration drain,
			List<RegistryExit> registrations) {
		this.context = context;
		this.warmup = warmup;
		this.state = state;
		this.drain = drain;
		this.registrations = registrations;
	}

	/**
	 * Comes before all else that the stop ends, such as executors that requests need.
	 */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	/**
	 * The stop has to wait for it.
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
				depart();
			}
		}
	}

	private void depart() {
		AvailabilityChangeEvent.publish(this.context, ReadinessState.REFUSING_TRAFFIC);
		this.registrations.forEach(Departure::leave);
		if (!this.drain.isZero()) {
			logger.info("The instance refuses further traffic, has left the registry, and serves on for " + this.drain
					+ " ('" + WarmupProperties.PREFIX + ".shutdown-delay')");
			serveOn();
		}
	}

	private static void leave(RegistryExit registration) {
		try {
			registration.leave();
		}
		catch (RuntimeException ex) {
			logger.warn("The instance does not leave the registry; it does when it has stopped", ex);
		}
	}

	private void serveOn() {
		try {
			// Nobody ends this but an interrupt.
			new CountDownLatch(1).await(this.drain.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
