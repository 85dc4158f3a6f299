package io.perfstarter.sample.ticket;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Accepts orders immediately. The update of the stock runs in the background.
 */
@RestController
class OrderController {

	private final OrderService orders;

	private final StockRepository stock;

	OrderController(OrderService orders, StockRepository stock) {
		this.orders = orders;
		this.stock = stock;
	}

	@PostMapping("/orders")
	@ResponseStatus(HttpStatus.ACCEPTED)
	Order order(@RequestBody NewOrder wanted) {
		AcceptedOrder accepted = this.orders.accept(wanted);
		if (accepted.isRefusedByExecutor()) {
			this.orders.refuse(accepted.order());
			throw new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE, ProblemDetail.forStatusAndDetail(
					HttpStatus.SERVICE_UNAVAILABLE, "Too many orders are waiting; try again later"), null);
		}
		return accepted.order();
	}

	@GetMapping("/orders/{id}")
	Order order(@PathVariable long id) {
		return this.orders.find(id);
	}

	@GetMapping("/stock/{categoryId}")
	Stock stock(@PathVariable long categoryId) {
		return this.stock.getByCategory(categoryId);
	}

}
