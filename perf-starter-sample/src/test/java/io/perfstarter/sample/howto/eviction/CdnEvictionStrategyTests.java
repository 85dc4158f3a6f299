package io.perfstarter.sample.howto.eviction;

import java.io.IOException;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.eviction.EvictionStrategy;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.howto.Example;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page on an eviction strategy of one's own.
 */
@Tag(Tier.ALL)
class CdnEvictionStrategyTests {

	private static Cdn cdn;

	private static Example application;

	private final TicketDesk desk = application.bean(TicketDesk.class);

	private final MeterRegistry meters = application.bean(MeterRegistry.class);

	@BeforeAll
	static void start() throws IOException {
		cdn = new Cdn();
		application = Example.start(Shop.class, "own-eviction-strategy.yml", "--spring.main.web-application-type=none",
				"--shop.cdn=" + cdn.url());
	}

	@AfterAll
	static void stop() {
		application.close();
		cdn.close();
	}

	@BeforeEach
	void forget() {
		cdn.purged().clear();
	}

	@Test
	void cdnForgetsWhatIsCommittedAndNothingElse() {
		new TransactionTemplate(application.bean(PlatformTransactionManager.class))
			.executeWithoutResult((transaction) -> {
				this.desk.annotate(1, "never committed");
				transaction.setRollbackOnly();
			});
		this.desk.annotate(2, "committed");
		this.desk.annotateAll("all of them");
		await().untilAsserted(
				() -> assertThat(cdn.purged()).containsExactlyInAnyOrder("DELETE /tickets/2", "DELETE /tickets/*"));
	}

	@Test
	void cdnThatIsDownIsCountedByTheExecutorAndReachesNoCaller() {
		double before = failed();
		cdn.breakDown(true);
		this.desk.annotate(1, "during the outage");
		await().untilAsserted(() -> assertThat(failed()).isEqualTo(before + 1));
		cdn.breakDown(false);
		assertThat(this.desk.notes(1)).isEqualTo("during the outage");
		this.desk.annotate(1, "afterwards");
		await().untilAsserted(() -> assertThat(cdn.purged()).containsExactly("DELETE /tickets/1"));
	}

	@Test
	void withoutExecutorTheCallIsMadeWithAConnectionInTheHand() {
		this.desk.changePrices();
		assertThat(this.meters.get("perf.starter.eviction.executions")
			.tags("strategy", "custom", "outcome", "failure")
			.counter()
			.count()).isEqualTo(1);
		assertThat(cdn.purged()).isEmpty();
	}

	@Test
	void strategyOfOnesOwnComesAfterThatOfThisInstance() {
		List<EvictionStrategy> strategies = application.context()
			.getBeanProvider(EvictionStrategy.class)
			.orderedStream()
			.toList();
		assertThat(strategies).hasSize(3);
		assertThat(strategies.get(0)).isSameAs(application.context().getBean("perfStarterLocalEvictionStrategy"));
		assertThat(application.bean(CacheManager.class).getCacheNames()).contains("tickets");
	}

	private double failed() {
		return this.meters.get("perf.starter.async.failed").tag("executor", "cdn").functionCounter().count();
	}

	/**
	 * The application of the page, and what it advises against.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ TicketDesk.class, CdnEvictionStrategy.class, PriceListEvictionStrategy.class })
	static class Shop {

	}

}
