package io.perfstarter.sample.ticket;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.stereotype.Service;

/**
 * Sells tickets: the stock is read from a cache, and written behind the responses.
 */
@Service
class ShopService {

	private final StockCache stock;

	private final OrderRepository orders;

	private final WaitingOrders waiting;

	private final StockWriter writer;

	ShopService(StockCache stock, OrderRepository orders, WaitingOrders waiting, StockWriter writer) {
		this.stock = stock;
		this.orders = orders;
		this.waiting = waiting;
		this.writer = writer;
	}

	Stock look(long categoryId) {
		return this.stock.find(categoryId);
	}

	Order fill(NewOrder wanted) {
		look(wanted.categoryId());
		return this.orders.insert(wanted, OrderState.CART);
	}

	/**
	 * Accepts the order of a cart. If the executor is full, this request writes the stock
	 * itself, which slows its client down instead of losing an accepted order.
	 */
	Order order(long cartId) {
		Order order = this.orders.accept(cartId).orElseThrow(() -> new NotFoundException("cart", cartId));
		if (this.waiting.add(order)) {
			try {
				this.writer.write(order.categoryId());
			}
			catch (TaskRejectedException ex) {
				this.writer.writeNow(order.categoryId());
			}
		}
		return order;
	}

}
