package io.perfstarter.sample.ticket;

import java.util.List;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Takes the tickets of many orders from the stock in one transaction.
 */
@Component
class StockBatch {

	private final StockRepository stock;

	private final OrderRepository orders;

	StockBatch(StockRepository stock, OrderRepository orders) {
		this.stock = stock;
		this.orders = orders;
	}

	/**
	 * Takes the tickets of all orders at once, or of one order after the other if the
	 * stock is too small for all.
	 */
	@Transactional
	void write(long categoryId, List<Order> accepted) {
		if (this.stock.take(categoryId, accepted.stream().mapToInt(Order::quantity).sum())) {
			this.orders.change(accepted, OrderState.DONE);
			return;
		}
		for (Order order : accepted) {
			boolean taken = this.stock.take(categoryId, order.quantity());
			this.orders.change(order.id(), (taken) ? OrderState.DONE : OrderState.REFUSED);
		}
	}

}
