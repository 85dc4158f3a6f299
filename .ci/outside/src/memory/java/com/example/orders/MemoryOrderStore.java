package com.example.orders;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Repository;

/**
 * Orders of an application without a database.
 */
@Repository
class MemoryOrderStore implements OrderStore {

	private final Map<Long, Order> orders = new ConcurrentHashMap<>(Map.of(1L, new Order(1, "tea", 1)));

	@Override
	public Order find(long id) {
		return this.orders.get(id);
	}

	@Override
	public void save(Order order) {
		this.orders.put(order.id(), order);
	}

}
