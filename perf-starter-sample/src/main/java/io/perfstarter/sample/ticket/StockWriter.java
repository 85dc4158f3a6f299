package io.perfstarter.sample.ticket;

import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Writes the stock of a category behind the responses, as long as orders wait for it.
 */
@Component
class StockWriter {

	private static final Log logger = LogFactory.getLog(StockWriter.class);

	private final WaitingOrders waiting;

	private final StockBatch batch;

	StockWriter(WaitingOrders waiting, StockBatch batch) {
		this.waiting = waiting;
		this.batch = batch;
	}

	@Async("orders")
	void write(long categoryId) {
		writeNow(categoryId);
	}

	void writeNow(long categoryId) {
		List<Order> orders = this.waiting.next(categoryId);
		while (!orders.isEmpty()) {
			writeBatch(categoryId, orders);
			orders = this.waiting.next(categoryId);
		}
	}

	private void writeBatch(long categoryId, List<Order> orders) {
		try {
			this.batch.write(categoryId, orders);
		}
		catch (RuntimeException ex) {
			// The orders after them must not wait for ever.
			logger.error("%d orders of category %d stay accepted".formatted(orders.size(), categoryId), ex);
		}
	}

}
