package org.springframework.samples.shop;

import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * An application below a package that others use, too.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableCaching
public class ShopApplication {

	/**
	 * Pays while it holds a connection, and evicts.
	 */
	@Service
	static class Orders {

		private final JdbcClient jdbcClient;

		private final RestClient partner;

		Orders(JdbcClient jdbcClient, ObservationRegistry observations) {
			this.jdbcClient = jdbcClient;
			this.partner = RestClient.builder().observationRegistry(observations).build();
		}

		@Transactional
		@EvictTicketCache(cacheNames = "orders", allEntries = true)
		public String pay(String url) {
			this.jdbcClient.sql("select 1").query(Integer.class).single();
			return this.partner.get().uri(url).retrieve().body(String.class);
		}

	}

	/**
	 * The web side, of shop and partner.
	 */
	@RestController
	static class OrderController {

		private final Orders orders;

		OrderController(Orders orders) {
			this.orders = orders;
		}

		@GetMapping("/pay")
		String pay(@RequestParam String url) {
			return this.orders.pay(url);
		}

		@GetMapping("/partner")
		String partner() {
			return "paid";
		}

	}

	/**
	 * Wants to evict from a cache that is not there.
	 */
	public static class Misnamed {

		@EvictTicketCache(cacheNames = "oders")
		public void change() {
		}

	}

}
