package com.example.orders;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers for orders over HTTP.
 */
@RestController
public class OrderController {

	private final OrderService orders;

	OrderController(OrderService orders) {
		this.orders = orders;
	}

	@GetMapping("/orders/{id}")
	Order find(@PathVariable long id) {
		return this.orders.find(id);
	}

	@PutMapping("/orders")
	void change(@RequestBody Order order) {
		this.orders.change(order);
	}

	@PutMapping("/orders/all-or-none")
	void changeAll(@RequestBody List<Order> orders) {
		this.orders.changeAll(orders);
	}

	@ExceptionHandler
	@ResponseStatus(HttpStatus.BAD_REQUEST)
	void refuse(IllegalArgumentException refused) {
	}

}
