package io.perfstarter.bench;

import java.util.concurrent.TimeUnit;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/**
 * What a call of an annotated method costs, beside Spring's {@code @CacheEvict} on a
 * cache of the same kind that is not managed: of a method that does nothing, and of one
 * that updates a row of a database in memory in a transaction.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EvictionAdviceBenchmark {

	private ConfigurableApplicationContext plain;

	private ConfigurableApplicationContext managing;

	private Tickets tickets;

	private Tickets managed;

	@Setup
	public void start() {
		this.plain = start(Plain.class);
		this.tickets = this.plain.getBean(Tickets.class);
		this.managing = start(Managing.class, "perf-starter.coherence.caches.tickets.time-to-live=1h");
		this.managed = this.managing.getBean(Tickets.class);
	}

	private static ConfigurableApplicationContext start(Class<?> application, String... properties) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("spring.datasource.generate-unique-name=true")
			.properties(properties)
			.run();
		JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
		jdbc.execute("create table ticket (id bigint primary key, changes bigint)");
		jdbc.update("insert into ticket values (1, 0)");
		return context;
	}

	@TearDown
	public void close() {
		this.managing.close();
		this.plain.close();
	}

	@Benchmark
	public long evictTicketCache() {
		return this.managed.changeOurs(1L);
	}

	@Benchmark
	public long cacheEvict() {
		return this.managed.changeSprings(1L);
	}

	@Benchmark
	public long plainCacheEvict() {
		return this.tickets.changeSprings(1L);
	}

	@Benchmark
	public int updateAndEvictTicketCache() {
		return this.managed.updateOurs(1L);
	}

	@Benchmark
	public int updateAndCacheEvict() {
		return this.managed.updateSprings(1L);
	}

	@Benchmark
	public int plainUpdateAndCacheEvict() {
		return this.tickets.updateSprings(1L);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@ImportAutoConfiguration({ AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
			DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
			TransactionManagerCustomizationAutoConfiguration.class, TransactionAutoConfiguration.class })
	static class Plain {

		@Bean
		CaffeineCacheManager cacheManager() {
			return new CaffeineCacheManager("tickets");
		}

		@Bean
		Tickets tickets(JdbcTemplate jdbc) {
			return new Tickets(jdbc);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Plain.class)
	@ImportAutoConfiguration({ CoherenceAutoConfiguration.class, EvictionAutoConfiguration.class,
			JdbcObservationAutoConfiguration.class })
	static class Managing {

	}

	static class Tickets {

		private final JdbcTemplate jdbc;

		Tickets(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public long changeOurs(long id) {
			return id;
		}

		@CacheEvict(cacheNames = "tickets", key = "#id")
		public long changeSprings(long id) {
			return id;
		}

		@Transactional
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public int updateOurs(long id) {
			return update(id);
		}

		@Transactional
		@CacheEvict(cacheNames = "tickets", key = "#id")
		public int updateSprings(long id) {
			return update(id);
		}

		private int update(long id) {
			return this.jdbc.update("update ticket set changes = changes + 1 where id = ?", id);
		}

	}

}
