package io.perfstarter.coherence.matrix;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.contract.CacheKind;
import io.perfstarter.fixtures.Tier;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for requests whose persistence context has read an entity before it was changed
 * and is asked for it again, by a cached method, after that.
 */
@Timeout(60)
@Tag(Tier.CI)
class OpenInViewTests {

	@AutoClose
	private static Pair pair;

	private final HttpClient client = HttpClient.newHttpClient();

	@BeforeAll
	static void start() {
		pair = new Pair(Application.class, CacheKind.EHCACHE);
	}

	@Test
	void aCachedMethodThatGetsAnOlderEntityOfTheRequestIsNotKept() throws Exception {
		long id = pair.newUncachedPrice();
		assertThat(get("/twice/" + id)).isEqualTo("old old");
		pair.assertFresh(id);
	}

	@Test
	void aCachedTransactionThatGetsAnOlderEntityOfTheRequestIsNotKept() throws Exception {
		long id = pair.newUncachedPrice();
		assertThat(get("/twice-in-transaction/" + id)).isEqualTo("old old");
		pair.assertFresh(id);
	}

	@Test
	void anEntityThatIsReadDirectlyByAnOlderRequestIsNotKept() throws Exception {
		long id = pair.newUncachedPrice();
		assertThat(get("/twice-directly/" + id)).isEqualTo("old old");
		pair.assertFresh(id);
	}

	@Test
	void aPutByHandOfAnOlderEntityOfTheRequestIsNotKept() throws Exception {
		long id = pair.newUncachedPrice();
		assertThat(get("/put-by-hand/" + id)).isEqualTo("old");
		pair.assertFresh(id);
	}

	@Test
	void anEntityIsKept() throws Exception {
		long id = pair.newUncachedPrice();
		assertThat(get("/once/" + id)).isEqualTo("old");
		pair.changeUnseen(id, "unseen");
		pair.second.assertKept("old", () -> get("/once/" + id));
	}

	@Test
	void instancesThatPutWhatTheirRequestsMissedDoNotEvictEachOther() throws Exception {
		long id = pair.newUncachedPrice();
		AtomicLong loads = pair.second.bean(Page.class).loads;
		AtomicLong ofFirst = pair.first.bean(Page.class).loads;
		double before = loads.get() + ofFirst.get() - pair.lapsed();
		for (int i = 0; i < 20; i++) {
			get(pair.first, "/by-hand/" + id);
			get(pair.second, "/by-hand/" + id);
			pair.awaitAllMessages();
		}
		assertThat(1 - (loads.get() + ofFirst.get() - pair.lapsed() - before) / 40.0).as("hit rate")
			.isGreaterThanOrEqualTo(0.95 * (1 - 2 / 40.0));
	}

	private String get(String path) throws Exception {
		return get(pair.second, path);
	}

	private String get(Instance instance, String path) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + instance.port() + path)).build();
		HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return response.body();
	}

	/**
	 * A price.
	 */
	@Entity(name = "price")
	static class Price {

		@Id
		Long id;

		String amount;

	}

	/**
	 * Reads entities.
	 */
	static class Entities {

		@PersistenceContext
		private EntityManager entities;

		public String find(long id) {
			return this.entities.find(Price.class, id).amount;
		}

		@Cacheable(cacheNames = Prices.CACHE, key = "#id")
		public String findCached(long id) {
			return this.entities.find(Price.class, id).amount;
		}

		@Cacheable(cacheNames = Prices.CACHE, key = "#id")
		@Transactional(readOnly = true)
		public String findCachedInTransaction(long id) {
			return this.entities.find(Price.class, id).amount;
		}

	}

	/**
	 * Requests that read twice, with a change of the other instance in between.
	 */
	@RestController
	static class Page {

		private final AtomicLong loads = new AtomicLong();

		private final Entities entities;

		private final CacheManager caches;

		Page(Entities entities, CacheManager caches) {
			this.entities = entities;
			this.caches = caches;
		}

		@GetMapping("/once/{id}")
		String once(@PathVariable("id") long id) {
			return this.entities.findCached(id);
		}

		@GetMapping("/twice/{id}")
		String twice(@PathVariable("id") long id) {
			String first = this.entities.find(id);
			changeAtFirst(id);
			return first + " " + this.entities.findCached(id);
		}

		@GetMapping("/twice-in-transaction/{id}")
		String twiceInTransaction(@PathVariable("id") long id) {
			String first = this.entities.find(id);
			changeAtFirst(id);
			return first + " " + this.entities.findCachedInTransaction(id);
		}

		@GetMapping("/twice-directly/{id}")
		String twiceDirectly(@PathVariable("id") long id) {
			String first = this.entities.find(id);
			changeAtFirst(id);
			return first + " " + this.caches.getCache(Prices.CACHE).get(id, () -> this.entities.find(id));
		}

		@GetMapping("/put-by-hand/{id}")
		String putByHand(@PathVariable("id") long id) {
			this.caches.getCache(Prices.CACHE).get(id);
			String first = this.entities.find(id);
			changeAtFirst(id);
			this.caches.getCache(Prices.CACHE).put(id, first);
			return first;
		}

		@GetMapping("/by-hand/{id}")
		String byHand(@PathVariable("id") long id) {
			String cached = this.caches.getCache(Prices.CACHE).get(id, String.class);
			if (cached == null) {
				this.loads.incrementAndGet();
				cached = this.entities.find(id);
				this.caches.getCache(Prices.CACHE).put(id, cached);
			}
			return cached;
		}

		private static void changeAtFirst(long id) {
			pair.first.beside(() -> {
				pair.first.prices().evictTicketInTransaction(id, () -> pair.first.change(id));
				pair.awaitAllMessages();
				return null;
			}).join();
		}

	}

	/**
	 * Prices by JPA, with an open persistence context for each request, which is Boot's
	 * default.
	 */
	@Configuration(proxyBeanMethods = false)
	@EntityScan(basePackageClasses = OpenInViewTests.class)
	@ImportAutoConfiguration({ HibernateJpaAutoConfiguration.class, WebMvcAutoConfiguration.class,
			HttpMessageConvertersAutoConfiguration.class })
	@Import(CachedPricesApplication.class)
	static class Application {

		@Bean
		Entities entities() {
			return new Entities();
		}

		@Bean
		Page page(Entities entities, CacheManager cacheManager) {
			return new Page(entities, cacheManager);
		}

	}

}
