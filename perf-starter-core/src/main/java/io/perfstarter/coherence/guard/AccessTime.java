package io.perfstarter.coherence.guard;

import java.util.concurrent.ThreadLocalRandom;

import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;

/**
 * Provides approximate access times to Ehcache, which uses them only to select entries
 * for replacement. Reads the clock at one access in 64, because the clock is as expensive
 * as the access itself. Thread-safe.
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
		// Nothing to start.
	}

	@Override
	public void stop() {
		// Nothing to stop.
	}

}
