package io.perfstarter.coherence.cache;

import java.util.concurrent.ThreadLocalRandom;

import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;

/**
 * Tells Ehcache roughly when an entry was used last, which decides no more than which
 * entry makes room: the clock is asked at one use in 64, because at each it would cost as
 * much as the use. Thread-safe.
 */
final class AccessTime implements TimeSourceService, TimeSource {

	private static final int USES = 64;

	private volatile long millis = System.currentTimeMillis();

	@Override
	public long getTimeMillis() {
		if ((ThreadLocalRandom.current().nextInt() & (USES - 1)) == 0) {
			this.millis = System.currentTimeMillis();
		}
		return this.millis;
	}

	@Override
	public TimeSource getTimeSource() {
		return this;
	}

	@Override
	public void start(ServiceProvider<Service> serviceProvider) {
		// Needs nothing.
	}

	@Override
	public void stop() {
		// Holds nothing.
	}

}
