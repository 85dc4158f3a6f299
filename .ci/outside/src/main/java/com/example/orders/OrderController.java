package com.example.orders;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
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

}
