package io.perfstarter.sample.ticket;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Sells tickets in the legacy way: each request reads the stock from the database, and an
 * order waits until its tickets are taken from the stock, which all orders of a category
 * do one after the other.
 */
@Service
@Transactional
class LegacyShopService {

	private final StockRepository stock;

	private final OrderRepository orders;

	LegacyShopService(StockRepository stock, OrderRepository orders) {
		this.stock = stock;
		this.orders = orders;
	}

	Stock look(long categoryId) {
		return this.stock.getByCategory(categoryId);
	}

	Order fill(NewOrder wanted) {
		look(wanted.categoryId());
		return this.orders.insert(wanted, OrderState.CART);
	}

	Order order(long cartId) {
		Order order = this.orders.accept(cartId).orElseThrow(() -> new NotFoundException("cart", cartId));
		boolean taken = this.stock.take(order.categoryId(), order.quantity());
		OrderState state = (taken) ? OrderState.DONE : OrderState.REFUSED;
		this.orders.change(order.id(), state);
		return new Order(order.id(), order.categoryId(), order.quantity(), state);
	}

}
