package com.example.orders;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Orders in a table.
 */
@Repository
class JdbcOrderStore implements OrderStore {

	private final JdbcClient jdbc;

	JdbcOrderStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Override
	public Order find(long id) {
		return this.jdbc.sql("select id, item, quantity from orders where id = ?").param(id).query(Order.class).single();
	}

	@Override
	public void save(Order order) {
		this.jdbc.sql("update orders set item = ?, quantity = ? where id = ?")
			.params(order.item(), order.quantity(), order.id())
			.update();
	}

}
