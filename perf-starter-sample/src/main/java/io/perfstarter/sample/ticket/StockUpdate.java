package io.perfstarter.sample.ticket;

import java.util.concurrent.CompletableFuture;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Takes the tickets of an order from the stock in the background.
 */
@Component
class StockUpdate {

	private final StockRepository stock;

	private final OrderRepository orders;

	StockUpdate(StockRepository stock, OrderRepository orders) {
		this.stock = stock;
		this.orders = orders;
	}

	/**
	 * Takes the tickets. The executor starts this method after the commit of the caller's
	 * transaction.
	 */
	@Async("orders")
	@Transactional
	CompletableFuture<OrderState> take(Order order) {
		OrderState state = this.stock.take(order.categoryId(), order.quantity()) ? OrderState.DONE : OrderState.REFUSED;
		this.orders.change(order.id(), state);
		return CompletableFuture.completedFuture(state);
	}

}
