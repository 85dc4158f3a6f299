package io.perfstarter.sample.documents;

import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.warmup.WarmupTask;

import org.springframework.stereotype.Component;

/**
 * Prepares prices before the instance is ready, as the documents show it.
 */
// tag::task[]
@Component
class PriceWarmup implements WarmupTask {

	private final Prices prices;

	PriceWarmup(Prices prices) {
		this.prices = prices;
	}

	@Override
	public String name() {
		return "prices";
	}

	@Override
	public void warm() {
		this.prices.loadAll();
	}

	// end::task[]
	/**
	 * The prices.
	 */
	@Component
	static class Prices {

		final AtomicInteger loads = new AtomicInteger();

		void loadAll() {
			this.loads.incrementAndGet();
		}

	}

	// tag::task[]

}
// end::task[]
