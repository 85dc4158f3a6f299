package io.perfstarter.sample.ticket;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Stores orders and starts the background updates of the stock.
 */
@Service
class OrderService {

	private final OrderRepository orders;

	private final StockRepository stock;

	private final StockUpdate update;

	OrderService(OrderRepository orders, StockRepository stock, StockUpdate update) {
		this.orders = orders;
		this.stock = stock;
		this.update = update;
	}

	@Transactional
	AcceptedOrder accept(NewOrder wanted) {
		if (this.stock.findByCategory(wanted.categoryId()).isEmpty()) {
			throw new InvalidRequestException("There is no category " + wanted.categoryId());
		}
		Order order = this.orders.insert(wanted, OrderState.ACCEPTED);
		return new AcceptedOrder(order, this.update.take(order));
	}

	void refuse(Order order) {
		this.orders.change(order.id(), OrderState.REFUSED);
	}

	Order find(long id) {
		return this.orders.findById(id).orElseThrow(() -> new NotFoundException("order", id));
	}

}
