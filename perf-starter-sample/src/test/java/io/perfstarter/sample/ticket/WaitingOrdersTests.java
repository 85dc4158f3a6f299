package io.perfstarter.sample.ticket;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WaitingOrders}.
 */
class WaitingOrdersTests {

	private final WaitingOrders waiting = new WaitingOrders();

	@Test
	void categoryHasOneWriter() {
		assertThat(this.waiting.add(order(1, 1))).isTrue();
		assertThat(this.waiting.add(order(2, 1))).isFalse();
		assertThat(this.waiting.add(order(3, 2))).isTrue();
		assertThat(this.waiting.next(1)).containsExactly(order(1, 1), order(2, 1));
		assertThat(this.waiting.add(order(4, 1))).as("while the writer writes").isFalse();
		assertThat(this.waiting.next(1)).containsExactly(order(4, 1));
		assertThat(this.waiting.next(1)).isEmpty();
		assertThat(this.waiting.add(order(5, 1))).as("after the writer has ended").isTrue();
	}

	@Test
	void writerGetsFiveHundredAtOnce() {
		LongStream.range(0, 1200).forEach((id) -> this.waiting.add(order(id, 1)));
		assertThat(this.waiting.next(1)).hasSize(500);
		assertThat(this.waiting.next(1)).hasSize(500);
		assertThat(this.waiting.next(1)).hasSize(200);
		assertThat(this.waiting.next(1)).isEmpty();
	}

	private static Order order(long id, long categoryId) {
		return new Order(id, categoryId, 1, OrderState.ACCEPTED);
	}

}
