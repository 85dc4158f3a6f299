package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;

import io.perfstarter.coherence.guard.ForgottenEvictions;
import io.perfstarter.coherence.guard.ForgottenEvictions.Finding;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.TicketCacheEvictor;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ForgottenEvictions} in an application.
 */
@ExtendWith(OutputCaptureExtension.class)
class ForgottenEvictionsTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				AopAutoConfiguration.class, CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class,
				JdbcObservationAutoConfiguration.class))
		.withBean(Prices.class)
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:forgotten",
				"perf-starter.coherence.caches.prices.time-to-live=10m");

	@Test
	void aTransactionThatEvictsNothingIsNamedOnce(CapturedOutput output) {
		this.contextRunner
			.withPropertyValues("perf-starter.coherence.forgotten-evictions=true",
					"management.endpoints.web.exposure.include=coherence")
			.run((context) -> {
				Prices prices = context.getBean(Prices.class);
				ForgottenEvictions detector = context.getBean(ForgottenEvictions.class);
				prices.amount(1);
				prices.changeWithEviction(1);
				prices.changeWithSpring(1);
				prices.change(1);
				context.getBean(TicketCacheEvictor.class).evict("prices", 1L);
				await().pollDelay(Duration.ofSeconds(2)).until(() -> detector.findings().isEmpty());
				prices.change(1);
				prices.changeOther();
				Finding finding = new Finding("ForgottenEvictionsTests.Prices.change()", "price", "prices");
				await().untilAsserted(() -> assertThat(detector.findings()).containsExactly(finding));
				prices.change(1);
				await().pollDelay(Duration.ofSeconds(2)).until(() -> detector.findings().size() == 1);
				assertThat(output)
					.containsOnlyOnce("changes the table 'price', from which values of the cache 'prices'");
				CoherenceEndpoint endpoint = context.getBean(CoherenceEndpoint.class);
				assertThat(endpoint.coherence()).isNull();
				assertThat(endpoint.forgottenEvictions("forgotten-evictions")).containsExactly(finding);
				assertThat(endpoint.forgottenEvictions("others")).isNull();
			});
	}

	@Test
	void whatOnlySpringEvictsIsEvicted() {
		this.contextRunner.withUserConfiguration(Caching.class)
			.withBean(Visits.class)
			.withBean(ConcurrentMapCacheManager.class, () -> new ConcurrentMapCacheManager("prices", "visits"))
			.withPropertyValues("perf-starter.coherence.forgotten-evictions=true",
					"perf-starter.eviction.enabled=false")
			.run((context) -> {
				Prices prices = context.getBean(Prices.class);
				ForgottenEvictions detector = context.getBean(ForgottenEvictions.class);
				Visits visits = context.getBean(Visits.class);
				visits.count();
				visits.add();
				prices.amount(1);
				prices.changeWithSpring(1);
				prices.change(1);
				await().until(() -> !detector.findings().isEmpty());
				assertThat(detector.findings())
					.containsExactly(new Finding("ForgottenEvictionsTests.Prices.change()", "price", "prices"));
			});
	}

	@Test
	void isOffByDefault() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(ForgottenEvictions.class)
			.doesNotHaveBean("perfStarterEvictionWatch"));
	}

	/**
	 * A cached read, and changes of which one forgets to evict.
	 */
	static class Prices {

		private final JdbcTemplate jdbc;

		Prices(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
			jdbc.execute("create table price (id bigint primary key, amount int)");
			jdbc.execute("create table visit (id bigint)");
			jdbc.update("insert into price values (1, 1)");
		}

		@Cacheable("prices")
		public Integer amount(long id) {
			return this.jdbc.queryForObject("select amount from price where id = ?", Integer.class, id);
		}

		@Transactional
		@EvictTicketCache(cacheNames = "prices", key = "#id")
		public void changeWithEviction(long id) {
			update(id);
		}

		@Transactional
		@CacheEvict(cacheNames = "prices", key = "#id")
		public void changeWithSpring(long id) {
			update(id);
		}

		@Transactional
		public void change(long id) {
			update(id);
		}

		@Transactional
		public void changeOther() {
			this.jdbc.update("insert into visit values (1)");
		}

		private void update(long id) {
			this.jdbc.update("update price set amount = amount + 1 where id = ?", id);
		}

	}

	/**
	 * Enables caching, which an application does that has a cache manager of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

	/**
	 * A cached read of an unmanaged cache, and a change that evicts.
	 */
	static class Visits {

		private final JdbcTemplate jdbc;

		Visits(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@Cacheable("visits")
		public Integer count() {
			return this.jdbc.queryForObject("select count(*) from visit", Integer.class);
		}

		@Transactional
		@CacheEvict(cacheNames = "visits", allEntries = true)
		public void add() {
			this.jdbc.update("insert into visit values (1)");
		}

	}

}
