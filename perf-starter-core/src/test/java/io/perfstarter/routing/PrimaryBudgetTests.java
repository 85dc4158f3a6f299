package io.perfstarter.routing;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PrimaryBudget}.
 */
class PrimaryBudgetTests {

	@Test
	void lendsNoMoreThanItsShare() {
		PrimaryBudget budget = new PrimaryBudget(0.5, 4);
		assertThat(budget.limit()).isEqualTo(2);
		assertThat(budget.take()).isTrue();
		assertThat(budget.take()).isTrue();
		assertThat(budget.take()).isFalse();
		assertThat(budget.taken()).isEqualTo(2);
		budget.giveBack();
		assertThat(budget.take()).isTrue();
	}

	@Test
	void aSmallShareIsOneConnectionAndNoneIsNone() {
		assertThat(new PrimaryBudget(0.01, 10).limit()).isEqualTo(1);
		assertThat(new PrimaryBudget(0, 10).take()).isFalse();
		assertThat(new PrimaryBudget(1, 10).limit()).isEqualTo(10);
	}

}
