package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.coherence.guard.ForgottenEvictions.Finding;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.support.ApplicationCode;
import org.apache.shop.Shop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link ForgottenEvictions} with checks that run by hand.
 */
class ForgottenEvictionsTests {

	private final List<Runnable> checks = new ArrayList<>();

	private final ForgottenEvictions detector = new ForgottenEvictions((delay, check) -> this.checks.add(check),
			System::nanoTime, Map.of("prices", Set.of("sales.\"Discount\"")),
			new ApplicationCode(Set.of("com.example", "org.apache.shop")));

	private final ConnectionUsage usage = Shop.borrow(this.detector, "pool");

	@AfterEach
	void forgetTheTransaction() {
		TransactionSynchronizationManager.setCurrentTransactionName(null);
	}

	@Test
	void aTableThatTheDatabaseWatchesIsLeftOut() {
		TransactionSynchronizationManager.setCurrentTransactionName("com.example.Shop.change");
		load("prices", "select * from price join sales.discount on true");
		load("offers", "select * from discount");
		commit("update price set amount = 1", "delete from sales.discount");
		assertThat(this.detector.findings()).containsExactlyInAnyOrder(new Finding("Shop.change()", "price", "prices"),
				new Finding("Shop.change()", "discount", "offers"));
	}

	@Test
	void anUnnamedTransactionIsKnownByALine() {
		load("prices", "select * from price");
		commit("update price set amount = 1");
		assertThat(this.detector.findings()).singleElement()
			.satisfies((finding) -> assertThat(finding.method()).matches("An unnamed transaction at Shop\\.java:\\d+"));
	}

	@Test
	void aTransactionOfALibraryIsKnownByALine() {
		TransactionSynchronizationManager
			.setCurrentTransactionName("org.springframework.data.jpa.repository.support.SimpleJpaRepository.save");
		load("prices", "select * from price");
		commit("update price set amount = 1");
		commit("update price set amount = 2");
		assertThat(this.detector.findings()).hasSize(1)
			.allSatisfy((finding) -> assertThat(finding.method())
				.matches("SimpleJpaRepository\\.save\\(\\) at Shop\\.java:\\d+"));
	}

	private void load(String cache, String sql) {
		this.detector.begin();
		this.detector.uses(List.of(cache), true);
		execute(sql);
		this.detector.end();
	}

	private void commit(String... statements) {
		for (String sql : statements) {
			execute(sql);
		}
		this.detector.executed(this.usage, new Execution("COMMIT", Kind.COMMIT, false, 0), 0, null);
		this.checks.forEach(Runnable::run);
	}

	private void execute(String sql) {
		long now = System.nanoTime();
		Shop.run(() -> this.detector.executed(this.usage, new Execution(sql, Kind.ANY, false, now), now, null));
	}

}
