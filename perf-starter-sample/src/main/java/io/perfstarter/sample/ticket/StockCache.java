package io.perfstarter.sample.ticket;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;

/**
 * Reads the stock through a cache, which is evicted whenever tickets are taken from it.
 */
@Component
class StockCache {

	private final StockRepository stock;

	StockCache(StockRepository stock) {
		this.stock = stock;
	}

	@Cacheable("stock")
	Stock find(long categoryId) {
		AnswerHeaders.missedCache();
		return this.stock.getByCategory(categoryId);
	}

}
