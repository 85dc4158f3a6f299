package io.perfstarter.warmup.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * The way out: refuses further traffic, leaves the registry, and serves on until all who
 * were told of this instance had time to hear that.
 */
class Departure implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(Departure.class);

	private final ApplicationContext context;

	private final Duration drain;

	private final BooleanSupplier serving;

	private final List<RegistryExit> registrations;

	private volatile boolean running;

	/**
	 * Prepares it.
	 * @param drain for how long to serve on
	 * @param serving whether there was any traffic to refuse
	 * @param registrations leave a registry each
	 */
	Departure(ApplicationContext context, Duration drain, BooleanSupplier serving, List<RegistryExit> registrations) {
		this.context = context;
		this.drain = drain;
		this.serving = serving;
		this.registrations = registrations;
	}

	/**
	 * Stopped first of all.
	 */
	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

	@Override
	public void start() {
		this.running = true;
	}

	/**
	 * On the thread that stops the application, because Spring would not wait for another
	 * one for longer than the timeout of a phase.
	 */
	@Override
	public void stop() {
		this.running = false;
		if (!this.serving.getAsBoolean()) {
			return;
		}
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

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
