package io.perfstarter.warmup.autoconfigure;

import java.net.URI;

import io.perfstarter.warmup.Warmup;
import io.perfstarter.warmup.WarmupCompletedEvent;
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
import org.springframework.boot.ssl.SslBundle;
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

	private final WarmupProperties properties;

	private final OwnAddress address;

	private final ObjectProvider<SslBundles> bundles;

	WarmupListener(ConfigurableApplicationContext context, Warmup warmup, WarmupProperties properties,
			ObjectProvider<SslBundles> bundles) {
		this.context = context;
		this.warmup = warmup;
		this.properties = properties;
		this.address = new OwnAddress(context.getEnvironment());
		this.bundles = bundles;
	}

	/**
	 * Comes last, after all else that is done when the application is ready.
	 */
	@EventListener
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
		this.warmup.run(address, (this.address.isSecure()) ? OwnCertificate.context(bundle()) : null);
		if (this.warmup.isStopped()) {
			awaitEnd();
			return;
		}
		this.context.publishEvent(new WarmupCompletedEvent(this.warmup.report(), this.warmup.isSuccessful()));
		if (this.properties.mode() == Mode.TRAINING) {
			exit();
		}
		if (!this.warmup.isSuccessful() && this.properties.onFailure() == OnFailure.FAIL) {
			throw new WarmupFailedException(this.warmup.report());
		}
	}

	private @Nullable SslBundle bundle() {
		return (this.properties.sslBundle() != null) ? this.bundles.getObject().getBundle(this.properties.sslBundle())
				: null;
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
		System.exit(SpringApplication.exit(this.context, () -> (this.warmup.isSuccessful()) ? 0 : 1));
	}

	@EventListener
	void accepting(AvailabilityChangeEvent<ReadinessState> event) {
		if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC) {
			this.warmup.open();
		}
	}

	@EventListener
	void closed(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			this.warmup.stop();
		}
	}

}
