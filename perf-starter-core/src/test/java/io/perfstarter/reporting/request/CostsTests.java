package io.perfstarter.reporting.request;

import io.perfstarter.reporting.window.Use;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link Costs}.
 */
class CostsTests {

	private final Costs costs = new Costs(2);

	@Test
	void costliestComeFirst() {
		this.costs.of("a").add(1);
		this.costs.of("b").add(5);
		this.costs.of("a").add(7);
		assertThat(this.costs.costliest(9)).containsExactly(new Use("a", 2, 8, 7, 0), new Use("b", 1, 5, 5, 0));
		assertThat(this.costs.costliest(1)).hasSize(1);
	}

	@Test
	void longestIsThatWithAllThatBelongsToIt() {
		this.costs.of("a").add(1);
		this.costs.of("a").addToLast(5);
		this.costs.of("a").addToLast(5);
		this.costs.of("a").add(4);
		this.costs.of("a").addRows(3);
		assertThat(this.costs.costliest(9)).containsExactly(new Use("a", 2, 15, 11, 3));
	}

	@Test
	void beyondTheBoundAllAreOther() {
		this.costs.of("a").add(1);
		this.costs.of("b").add(1);
		this.costs.of("c").add(1);
		this.costs.of("d").add(2);
		this.costs.of("a").add(1);
		assertThat(this.costs.costliest(9)).extracting("name", "times", "nanos")
			.containsExactlyInAnyOrder(tuple("other", 2L, 3L), tuple("a", 2L, 2L), tuple("b", 1L, 1L));
	}

	@Test
	void othersAreAddedByName() {
		this.costs.of("a").add(1);
		Costs others = new Costs(3);
		others.of("a").add(5);
		others.of("b").add(1);
		others.of("c").add(1);
		this.costs.add(others);
		assertThat(this.costs.costliest(9)).contains(new Use("a", 2, 6, 5, 0), new Use("other", 1, 1, 1, 0));
	}

	@Test
	void theLastExecutionIsThatOfTheRequestThatWasAddedLast() {
		this.costs.of("a").add(9);
		Costs others = new Costs(3);
		others.of("a").add(2);
		this.costs.add(others);
		this.costs.of("a").addToLast(3);
		assertThat(this.costs.costliest(9)).containsExactly(new Use("a", 2, 14, 9, 0));
	}

}
