package io.perfstarter.reporting.request;

import java.util.concurrent.atomic.AtomicLong;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Counts failures of the measurement itself, and logs the first one. A failure does not
 * affect the request. Thread-safe.
 */
final class Faults {

	private static final Log logger = LogFactory.getLog(Faults.class);

	private final AtomicLong count = new AtomicLong();

	void add(RuntimeException fault) {
		if (this.count.getAndIncrement() == 0) {
			logger.warn("Measuring a request failed. The request is not affected; further failures are only counted.",
					fault);
		}
	}

	long count() {
		return this.count.get();
	}

}
