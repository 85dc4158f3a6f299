package com.example.orders;

import org.springframework.stereotype.Repository;

/**
 * Orders as entities.
 */
@Repository
class JpaOrderStore implements OrderStore {

	private final OrderEntities entities;

	JpaOrderStore(OrderEntities entities) {
		this.entities = entities;
	}

	@Override
	public Order find(long id) {
		return this.entities.findById(id).orElseThrow().toOrder();
	}

	@Override
	public void save(Order order) {
		this.entities.save(new OrderEntity(order));
	}

}
