package io.perfstarter.warmup.autoconfigure;

import java.net.URI;

import javax.net.ssl.SSLContext;

import io.perfstarter.warmup.Warmup;
import io.perfstarter.warmup.WarmupCompletedEvent;
import io.perfstarter.warmup.WarmupState;
import io.perfstarter.warmup.autoconfigure.WarmupProperties.Mode;
import io.perfstarter.warmup.autoconfigure.WarmupProperties.OnFailure;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Warms up when the application is ready, on the thread that starts it: Boot publishes
 * that it accepts traffic when this is over, and then the gates are opened.
 */
class WarmupListener {

	private static final Log logger = LogFactory.getLog(WarmupListener.class);

	private static final long LOOK = 20;

	private final ConfigurableApplicationContext context;

	private final Warmup warmup;

	private final WarmupState state;

	private final WarmupProperties properties;

	private final Departure departure;

	private final OwnAddress address;

	private final @Nullable SSLContext sslContext;

	/**
	 * Prepares for it.
	 * @throws NoSuchSslBundleException if there is no bundle of the configured name
	 */
	WarmupListener(ConfigurableApplicationContext context, Warmup warmup, WarmupState state,
			WarmupProperties properties, Departure departure, ObjectProvider<SslBundles> bundles) {
		this.context = context;
		this.warmup = warmup;
		this.state = state;
		this.properties = properties;
		this.departure = departure;
		this.address = new OwnAddress(context.getEnvironment());
		String bundle = properties.sslBundle();
		this.sslContext = (this.address.isSecure())
				? OwnCertificate.context((bundle != null) ? bundles.getObject().getBundle(bundle) : null) : null;
	}

	/**
	 * Comes last, after all else that is done when the application is ready.
	 */
	@EventListener(defaultExecution = false)
	@Order(Ordered.LOWEST_PRECEDENCE)
	void ready(ApplicationReadyEvent event) throws InterruptedException {
		// An event of a child is heard by its parents, too.
		if (event.getApplicationContext() != this.context) {
			return;
		}
		URI address = this.address.find();
		if (address == null && event.getSpringApplication().getWebApplicationType() != WebApplicationType.NONE) {
			this.warmup.skip();
			return;
		}
		this.warmup.run(address, this.sslContext);
		if (!this.state.isClosed()) {
			complete();
		}
		if (this.state.isClosed()) {
			awaitEnd();
		}
	}

	private void complete() {
		this.context.publishEvent(new WarmupCompletedEvent(this.warmup.report(), this.warmup.isSuccessful()));
		if (this.properties.mode() == Mode.TRAINING) {
			exit();
		}
		if (!this.warmup.isSuccessful() && this.properties.onFailure() == OnFailure.FAIL) {
			throw new WarmupFailedException(this.warmup.report());
		}
	}

	/**
	 * Boot says that the application accepts traffic when this returns, whatever has
	 * become of it.
	 */
	private void awaitEnd() throws InterruptedException {
		while (this.context.isActive()) {
			Thread.sleep(LOOK);
		}
	}

	private void exit() {
		logger.info("The training is over, and the application ends");
		System.exit(SpringApplication.exit(this.context, () -> (this.warmup.isComplete()) ? 0 : 1));
	}

	@EventListener(defaultExecution = false)
	void accepting(AvailabilityChangeEvent<ReadinessState> event) {
		if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
			this.warmup.accept();
		}
	}

	/**
	 * Comes before all else that the stop ends, such as executors that requests need.
	 */
	@EventListener(defaultExecution = false)
	@Order(Ordered.HIGHEST_PRECEDENCE)
	void closed(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			boolean serving = this.state.isServing();
			this.warmup.stop();
			if (serving) {
				this.departure.depart();
			}
		}
	}

}
