package com.example.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * A row of the table of orders.
 */
@Entity
@Table(name = "orders")
class OrderEntity {

	@Id
	private long id;

	private String item;

	private int quantity;

	OrderEntity() {
	}

	OrderEntity(Order order) {
		this.id = order.id();
		this.item = order.item();
		this.quantity = order.quantity();
	}

	Order toOrder() {
		return new Order(this.id, this.item, this.quantity);
	}

}
