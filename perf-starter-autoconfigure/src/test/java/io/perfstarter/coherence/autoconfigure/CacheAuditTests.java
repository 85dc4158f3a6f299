package io.perfstarter.coherence.autoconfigure;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the audit of managed caches, over a real database.
 */
class CacheAuditTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class, CacheAutoConfiguration.class, CoherenceAutoConfiguration.class,
				EvictionAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("perf-starter.coherence.caches.prices.time-to-live=10m",
				"perf-starter.coherence.caches.totals.time-to-live=10m", "perf-starter.coherence.max-staleness=1s");

	private final ApplicationContextRunner audited = this.runner
		.withPropertyValues("perf-starter.coherence.audit.prices.sample-rate=1");

	@Test
	void countsFreshHitsOfTheNamedCachesOnly() {
		this.audited.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			for (int i = 0; i < 3; i++) {
				prices.find(1);
				prices.all(1);
			}
			awaitCount(context, "fresh", 2);
			assertThat(registry(context).find("perf.starter.coherence.audits").counters())
				.allMatch((counter) -> "prices".equals(counter.getId().getTag("cache")));
		});
	}

	@Test
	void countsAsStaleWhatSomebodyChangesWithoutAnEviction() {
		this.audited.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			prices.find(1);
			context.getBean(JdbcClient.class).sql("update price set amount = 'new'").update();
			assertThat(prices.find(1)).isEqualTo("old");
			awaitCount(context, "stale", 1);
		});
	}

	@Test
	void countsAsFreshWhatIsEvictedWithinTheBound() {
		this.audited.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			prices.find(1);
			context.getBean(JdbcClient.class).sql("update price set amount = 'new'").update();
			prices.find(1);
			prices.evict(1);
			awaitCount(context, "fresh", 1);
			assertThat(count(context, "stale")).isZero();
		});
	}

	@Test
	void loadsInAReadOnlyTransactionWithoutAnyCache() {
		this.audited.withPropertyValues("perf-starter.coherence.audit.totals.sample-rate=1").run((context) -> {
			Prices prices = context.getBean(Prices.class);
			Totals totals = context.getBean(Totals.class);
			totals.total(1);
			// The entry of 'prices' from which the total is computed stays old, too.
			context.getBean(JdbcClient.class).sql("update price set amount = 'new'").update();
			totals.total(1);
			awaitCount(context, "stale", 1);
			assertThat(prices.wasReadOnly()).isTrue();
			assertThat(prices.thread()).isEqualTo("perf-starter-cache-audit");
		});
	}

	@Test
	void comparesWhatOptionalsAndFuturesContain() {
		this.audited.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			for (int i = 0; i < 2; i++) {
				assertThat(prices.optional(1)).contains("old");
				assertThat(prices.future(1)).isCompletedWithValue("old");
				assertThat(prices.sync(1)).isEqualTo("old");
			}
			awaitCount(context, "fresh", 3);
		});
	}

	@Test
	void countsWhatNeedsTheCallerAsIncomparable() {
		this.audited.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			prices.onlyOn(Thread.currentThread());
			prices.onlyOn(Thread.currentThread());
			awaitCount(context, "incomparable", 1);
		});
	}

	@Test
	void loadsNothingIfItCannotTellWhichManagerRollsBack() {
		this.audited.withUserConfiguration(TwoManagers.class).run((context) -> {
			Prices prices = context.getBean(Prices.class);
			prices.find(1);
			prices.find(1);
			awaitCount(context, "incomparable", 1);
			assertThat(prices.thread()).isEqualTo(Thread.currentThread().getName());
		});
	}

	@Test
	void auditsNothingUnlessTold() {
		this.runner.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			prices.find(1);
			prices.find(1);
			assertThat(registry(context).find("perf.starter.coherence.audits").counter()).isNull();
			assertThat(Thread.getAllStackTraces().keySet())
				.noneMatch((thread) -> thread.getName().startsWith("perf-starter-cache-audit"));
		});
	}

	@Test
	void refusesWrongRatesAndUnmanagedCaches() {
		this.runner.withPropertyValues("perf-starter.coherence.audit.prices.sample-rate=1.5")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("perf-starter.coherence.audit.prices.sample-rate"));
		this.runner.withPropertyValues("perf-starter.coherence.audit.others.sample-rate=0.5")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("perf-starter.coherence.audit.others.sample-rate"));
	}

	private static void awaitCount(ApplicationContext context, String result, int count) {
		await().until(() -> count(context, result) == count);
	}

	private static int count(ApplicationContext context, String result) {
		return registry(context).find("perf.starter.coherence.audits")
			.tags("result", result)
			.counters()
			.stream()
			.mapToInt((counter) -> (int) counter.count())
			.sum();
	}

	private static MeterRegistry registry(ApplicationContext context) {
		return context.getBean(MeterRegistry.class);
	}

	/**
	 * An application with a database.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

		/**
		 * Binds the meters as Actuator does.
		 */
		@Bean
		SmartInitializingSingleton meters(MeterRegistry registry, ObjectProvider<MeterBinder> binders) {
			return () -> binders.forEach((binder) -> binder.bindTo(registry));
		}

		@Bean
		Prices prices(JdbcClient client) {
			return new Prices(client);
		}

		@Bean
		Totals totals(Prices prices) {
			return new Totals(prices);
		}

	}

	/**
	 * Two transaction managers, none of which is primary.
	 */
	@Configuration(proxyBeanMethods = false)
	static class TwoManagers {

		@Bean
		JdbcTransactionManager one(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		JdbcTransactionManager two(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	/**
	 * Reads prices.
	 */
	static class Prices {

		private final JdbcClient client;

		private volatile boolean readOnly;

		private volatile String thread = "";

		Prices(JdbcClient client) {
			this.client = client;
			client.sql("create table price (id bigint primary key, amount varchar(9))").update();
			client.sql("insert into price values (1, 'old')").update();
		}

		public boolean wasReadOnly() {
			return this.readOnly;
		}

		public String thread() {
			return this.thread;
		}

		private String read(long id) {
			this.readOnly = TransactionSynchronizationManager.isCurrentTransactionReadOnly();
			this.thread = Thread.currentThread().getName();
			return this.client.sql("select amount from price where id = ?").param(id).query(String.class).single();
		}

		@Cacheable("prices")
		public String find(long id) {
			return read(id);
		}

		@Cacheable("totals")
		public String all(long id) {
			return read(id);
		}

		@Cacheable(cacheNames = "prices", key = "'optional'")
		public Optional<String> optional(long id) {
			return Optional.of(read(id));
		}

		@Cacheable(cacheNames = "prices", key = "'future'")
		public CompletableFuture<String> future(long id) {
			return CompletableFuture.completedFuture(read(id));
		}

		@Cacheable(cacheNames = "prices", key = "'sync'", sync = true)
		public String sync(long id) {
			return read(id);
		}

		@Cacheable(cacheNames = "prices", key = "'thread'")
		public String onlyOn(Thread thread) {
			if (thread != Thread.currentThread()) {
				throw new IllegalStateException("no request");
			}
			return "value";
		}

		@CacheEvict("prices")
		public void evict(long id) {
			// Spring evicts.
		}

	}

	/**
	 * Computes a value from a cached one.
	 */
	static class Totals {

		private final Prices prices;

		Totals(Prices prices) {
			this.prices = prices;
		}

		@Cacheable(cacheNames = "totals", key = "'total'")
		public String total(long id) {
			return "total " + this.prices.find(id);
		}

	}

}
