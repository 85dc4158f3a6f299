package io.perfstarter.build;

import java.util.function.Supplier;

import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * An application that uses every feature, so that all meters are there.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class MeteredApplication {

	@Bean
	Tickets tickets(JdbcClient jdbcClient) {
		return new Tickets(jdbcClient);
	}

	@Bean
	Reader reader() {
		return new Reader();
	}

	@Bean
	EvictionStrategy brokenStrategy() {
		return new EvictionStrategy() {

			@Override
			public boolean supports(Eviction eviction) {
				return true;
			}

			@Override
			public void evict(Eviction eviction) {
				throw new IllegalStateException("planted");
			}

		};
	}

	/**
	 * Evicts in all ways that are counted apart.
	 */
	static class Tickets {

		private final JdbcClient jdbcClient;

		Tickets(JdbcClient jdbcClient) {
			this.jdbcClient = jdbcClient;
		}

		@Cacheable("tickets")
		public Long find(@Nullable Long id) {
			return this.jdbcClient.sql("select 42").query(Long.class).single();
		}

		@Transactional
		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public Long change(@Nullable Long id) {
			return this.jdbcClient.sql("select 42").query(Long.class).single();
		}

		@EvictTicketCache(cacheNames = "tickets", group = "#lot")
		public void move(@Nullable Long lot) {
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#result")
		public Long fail() {
			this.jdbcClient.sql("create table failed (id int)").update();
			throw new IllegalStateException("planted");
		}

		@EvictTicketCache(cacheNames = "tickets", key = "#name.length()")
		public void rename(@Nullable String name) {
		}

	}

	/**
	 * Begins a read-only transaction that others join.
	 */
	static class Reader {

		@Transactional(readOnly = true)
		public Long read(Supplier<Long> action) {
			return action.get();
		}

	}

}
