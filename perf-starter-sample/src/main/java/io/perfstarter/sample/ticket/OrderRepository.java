package io.perfstarter.sample.ticket;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.perfstarter.routing.PrimaryRead;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and stores orders in the database.
 */
@Repository
@Transactional
class OrderRepository {

	private final JdbcClient jdbcClient;

	OrderRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	/**
	 * Reads an order from the primary, because clients usually read an order immediately
	 * after they created it.
	 */
	@PrimaryRead
	@Transactional(readOnly = true)
	Optional<Order> findById(long id) {
		return this.jdbcClient.sql("select id, category_id, quantity, state from orders where id = :id")
			.param("id", id)
			.query(Order.class)
			.optional();
	}

	Order insert(NewOrder order, OrderState state) {
		GeneratedKeyHolder keys = new GeneratedKeyHolder();
		this.jdbcClient.sql("""
				insert into orders (category_id, quantity, state, changed_at)
				values (:categoryId, :quantity, :state, :now)
				""")
			.param("categoryId", order.categoryId())
			.param("quantity", order.quantity())
			.param("state", state.name())
			.param("now", now())
			.update(keys, "id");
		long id = Objects.requireNonNull(keys.getKey()).longValue();
		return new Order(id, order.categoryId(), order.quantity(), state);
	}

	/**
	 * Accepts the order of a cart; empty if there is no such cart any more, such as
	 * because it is ordered already.
	 */
	Optional<Order> accept(long id) {
		boolean accepted = this.jdbcClient
			.sql("update orders set state = :accepted, changed_at = :now where id = :id and state = :cart")
			.param("accepted", OrderState.ACCEPTED.name())
			.param("now", now())
			.param("id", id)
			.param("cart", OrderState.CART.name())
			.update() == 1;
		return (accepted) ? findById(id) : Optional.empty();
	}

	void change(List<Order> orders, OrderState state) {
		this.jdbcClient.sql("update orders set state = :state, changed_at = :now where id in (:ids)")
			.param("state", state.name())
			.param("now", now())
			.param("ids", orders.stream().map(Order::id).toList())
			.update();
	}

	void change(long id, OrderState state) {
		this.jdbcClient.sql("update orders set state = :state, changed_at = :now where id = :id")
			.param("state", state.name())
			.param("now", now())
			.param("id", id)
			.update();
	}

	private static LocalDateTime now() {
		return LocalDateTime.ofInstant(Instant.now(), ZoneOffset.UTC);
	}

}
