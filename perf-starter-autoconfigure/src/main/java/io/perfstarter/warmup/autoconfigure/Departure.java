package io.perfstarter.warmup.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;

/**
 * The way out: refuses further traffic, leaves the registry, and serves on until all who
 * were told of this instance had time to hear that.
 */
class Departure {

	private static final Log logger = LogFactory.getLog(Departure.class);

	private final ApplicationContext context;

	private final Duration drain;

	private final List<RegistryExit> registrations;

	/**
	 * Prepares it.
	 * @param drain for how long to serve on
	 * @param registrations leave a registry each
	 */
	Departure(ApplicationContext context, Duration drain, List<RegistryExit> registrations) {
		this.context = context;
		this.drain = drain;
		this.registrations = registrations;
	}

	/**
	 * Returns when the application may stop.
	 */
	void depart() {
		AvailabilityChangeEvent.publish(this.context, ReadinessState.REFUSING_TRAFFIC);
		this.registrations.forEach(Departure::leave);
		if (!this.drain.isZero()) {
			logger.info("The instance refuses further traffic, has left the registry, and serves on for " + this.drain
					+ " ('" + WarmupProperties.PREFIX + ".drain')");
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
