package io.perfstarter.routing;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PrimaryBudget}.
 */
class PrimaryBudgetTests {

	private final Places places = new Places(() -> 4, () -> {
	});

	@Test
	void readsMayHaveAllThatNobodyWants() {
		PrimaryBudget budget = new PrimaryBudget(0.5, 4, this.places);
		this.places.take();
		for (int i = 0; i < 3; i++) {
			assertThat(budget.take(false)).isTrue();
		}
		assertThat(budget.take(false)).isFalse();
		assertThat(budget.taken()).isEqualTo(3);
		budget.giveBack();
		assertThat(budget.taken()).isEqualTo(2);
		assertThat(this.places.taken()).isEqualTo(3);
		assertThat(budget.take(false)).isTrue();
	}

	@Test
	void aWaitingWriterGetsTheNextConnection() {
		PrimaryBudget budget = new PrimaryBudget(0.5, 4, this.places);
		for (int i = 0; i < 4; i++) {
			assertThat(budget.take(false)).isTrue();
		}
		this.places.take();
		budget.giveBack();
		assertThat(budget.take(false)).isFalse();
		this.places.giveBack();
		assertThat(budget.take(false)).isTrue();
	}

	@Test
	void aReadThatHasWaitedForLongGetsItsShareBesideWriters() {
		PrimaryBudget budget = new PrimaryBudget(0.5, 4, this.places);
		for (int i = 0; i < 6; i++) {
			this.places.take();
		}
		assertThat(budget.take(false)).isFalse();
		assertThat(budget.take(true)).isTrue();
		assertThat(budget.take(true)).isTrue();
		assertThat(budget.take(true)).isFalse();
		budget.giveBack();
		assertThat(budget.take(true)).isTrue();
	}

	@Test
	void aSmallShareIsOneConnectionAndNoneIsNone() {
		assertThat(new PrimaryBudget(0.01, 10, this.places).limit()).isEqualTo(1);
		assertThat(new PrimaryBudget(0, 10, this.places).take(true)).isFalse();
		assertThat(new PrimaryBudget(1, 10, this.places).limit()).isEqualTo(10);
	}

}
