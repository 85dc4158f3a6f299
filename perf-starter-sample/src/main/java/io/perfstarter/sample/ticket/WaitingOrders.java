package io.perfstarter.sample.ticket;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import org.springframework.stereotype.Component;

/**
 * Accepted orders that are not taken from the stock yet, by category. A category has a
 * queue as long as it has a writer. The queues have no limit: one writer takes many
 * orders in a transaction, and each order needs one of its own before it waits here.
 */
@Component
class WaitingOrders {

	private static final int BATCH = 500;

	private final Map<Long, Queue<Order>> queues = new HashMap<>();

	/**
	 * Adds an order.
	 * @return whether its category needs a writer
	 */
	synchronized boolean add(Order order) {
		boolean withoutWriter = !this.queues.containsKey(order.categoryId());
		this.queues.computeIfAbsent(order.categoryId(), (category) -> new ArrayDeque<>()).add(order);
		return withoutWriter;
	}

	/**
	 * Removes the next orders for the writer of a category; none if the writer is to end.
	 */
	synchronized List<Order> next(long categoryId) {
		Queue<Order> queue = this.queues.getOrDefault(categoryId, new ArrayDeque<>());
		List<Order> orders = new ArrayList<>();
		while (orders.size() < BATCH && !queue.isEmpty()) {
			orders.add(queue.remove());
		}
		if (orders.isEmpty()) {
			this.queues.remove(categoryId);
		}
		return orders;
	}

}
