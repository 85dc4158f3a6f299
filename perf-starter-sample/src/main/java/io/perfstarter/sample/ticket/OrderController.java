package io.perfstarter.sample.ticket;

import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Accepts orders at once and updates the stock in the background.
 */
@RestController
class OrderController {

	private final StockRepository stock;

	private final TaskExecutor executor;

	OrderController(StockRepository stock, TaskExecutor executor) {
		this.stock = stock;
		this.executor = executor;
	}

	@PostMapping("/orders")
	@ResponseStatus(HttpStatus.ACCEPTED)
	Order order(@RequestBody Order order) {
		this.executor.execute(() -> this.stock.take(order));
		return order;
	}

	@GetMapping("/stock/{categoryId}")
	Stock stock(@PathVariable long categoryId) {
		return this.stock.findByCategory(categoryId).orElseThrow(() -> new NotFoundException("category", categoryId));
	}

	@ExceptionHandler
	ErrorResponse tooManyOrders(TaskRejectedException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"Too many orders are waiting; try again later");
		return new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE, problem, ex);
	}

}
