package io.perfstarter.sample.ticket;

import java.util.List;
import java.util.stream.IntStream;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StockBatch}.
 */
class StockBatchTests {

	private JdbcClient jdbcClient;

	private OrderRepository orders;

	private StockRepository stock;

	private StockBatch batch;

	@BeforeEach
	void createData(TestInfo test) {
		JdbcDataSource database = new JdbcDataSource();
		database
			.setURL("jdbc:h2:mem:batch-%s;DB_CLOSE_DELAY=-1".formatted(test.getTestMethod().orElseThrow().getName()));
		database.setUser("sample");
		ParkingData.create(database);
		this.jdbcClient = JdbcClient.create(database);
		this.orders = new OrderRepository(this.jdbcClient);
		this.stock = new StockRepository(this.jdbcClient);
		this.batch = new StockBatch(this.stock, this.orders);
	}

	@Test
	void allOrdersAreTakenAtOnce() {
		List<Order> accepted = accepted(3, 4, 5);
		this.batch.write(1, accepted);
		assertThat(remaining()).isEqualTo(1_000_000 - 12);
		assertThat(states(accepted)).containsOnly(OrderState.DONE);
	}

	@Test
	void whatIsLeftGoesToTheFirstOrdersThatFit() {
		this.jdbcClient.sql("update stock set remaining = 7 where category_id = 1").update();
		List<Order> accepted = accepted(5, 4, 2, 1);
		this.batch.write(1, accepted);
		assertThat(remaining()).isZero();
		assertThat(states(accepted)).containsExactly(OrderState.DONE, OrderState.REFUSED, OrderState.DONE,
				OrderState.REFUSED);
	}

	@Test
	void cartIsOrderedOnce() {
		Order cart = this.orders.insert(new NewOrder(1, 2), OrderState.CART);
		assertThat(this.orders.accept(cart.id())).contains(new Order(cart.id(), 1, 2, OrderState.ACCEPTED));
		assertThat(this.orders.accept(cart.id())).isEmpty();
		assertThat(this.orders.accept(0)).isEmpty();
	}

	private List<Order> accepted(int... quantities) {
		return IntStream.of(quantities)
			.mapToObj((quantity) -> this.orders.insert(new NewOrder(1, quantity), OrderState.ACCEPTED))
			.toList();
	}

	private long remaining() {
		return this.stock.findByCategory(1).orElseThrow().remaining();
	}

	private List<OrderState> states(List<Order> orders) {
		return orders.stream().map((order) -> this.orders.findById(order.id()).orElseThrow().state()).toList();
	}

}
