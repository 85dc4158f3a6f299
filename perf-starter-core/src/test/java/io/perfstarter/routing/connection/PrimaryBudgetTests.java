package io.perfstarter.routing.connection;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PrimaryBudget}.
 */
class PrimaryBudgetTests {

	private final PoolSlots slots = new PoolSlots(() -> 4, () -> {
	});

	@Test
	void readsMayHaveAllThatNobodyWants() {
		PrimaryBudget budget = new PrimaryBudget(this.slots);
		this.slots.acquire();
		for (int i = 0; i < 3; i++) {
			assertThat(budget.acquire(false)).isTrue();
		}
		assertThat(budget.acquire(false)).isFalse();
		assertThat(budget.acquired()).isEqualTo(3);
		budget.release();
		assertThat(budget.acquired()).isEqualTo(2);
		assertThat(this.slots.acquired()).isEqualTo(3);
		assertThat(budget.acquire(false)).isTrue();
	}

	@Test
	void aWaitingWriterGetsTheNextConnection() {
		PrimaryBudget budget = new PrimaryBudget(this.slots);
		for (int i = 0; i < 4; i++) {
			assertThat(budget.acquire(false)).isTrue();
		}
		this.slots.acquire();
		budget.release();
		assertThat(budget.acquire(false)).isFalse();
		this.slots.release();
		assertThat(budget.acquire(false)).isTrue();
	}

	@Test
	void aReadThatHasWaitedForLongGetsItsShareBesideWriters() {
		PrimaryBudget budget = new PrimaryBudget(this.slots);
		for (int i = 0; i < 6; i++) {
			this.slots.acquire();
		}
		assertThat(budget.acquire(false)).isFalse();
		assertThat(budget.acquire(true)).isTrue();
		assertThat(budget.acquire(true)).isTrue();
		assertThat(budget.acquire(true)).isFalse();
		budget.release();
		assertThat(budget.acquire(true)).isTrue();
	}

	@Test
	void theShareIsAtLeastOneConnection() {
		PoolSlots one = new PoolSlots(() -> 1, () -> {
		});
		assertThat(new PrimaryBudget(one).limit()).isEqualTo(1);
	}

	@Test
	void theShareFollowsAResizedPool() {
		AtomicInteger size = new AtomicInteger(4);
		PoolSlots slots = new PoolSlots(size::get, () -> {
		});
		PrimaryBudget budget = new PrimaryBudget(slots);
		for (int i = 0; i < 8; i++) {
			slots.acquire();
		}
		assertThat(budget.limit()).isEqualTo(2);
		size.set(8);
		assertThat(budget.limit()).isEqualTo(4);
		for (int i = 0; i < 4; i++) {
			assertThat(budget.acquire(true)).isTrue();
		}
		assertThat(budget.acquire(true)).isFalse();
		size.set(2);
		budget.release();
		assertThat(budget.acquire(true)).isFalse();
	}

}
