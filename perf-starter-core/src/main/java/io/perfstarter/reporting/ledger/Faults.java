package io.perfstarter.reporting.ledger;

import java.util.concurrent.atomic.AtomicLong;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Counts what goes wrong with the ledgers themselves, and logs the first of it: requests
 * go on without. Thread-safe.
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
