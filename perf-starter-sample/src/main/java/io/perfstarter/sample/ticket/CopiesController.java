package io.perfstarter.sample.ticket;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the cached entries of this instance without loading missing ones. The caches
 * count each lookup as a hit or a miss.
 */
@RestController
class CopiesController {

	private final CacheManager caches;

	CopiesController(ObjectProvider<CacheManager> caches) {
		this.caches = caches.getIfAvailable(NoOpCacheManager::new);
	}

	@GetMapping("/instance/copies")
	Copies copies(@RequestParam long ticket, SearchParameters search) {
		return new Copies(copy("tickets", ticket, Ticket.class), copy("ticket-search", search.toSearch(), Page.class));
	}

	private <T> @Nullable T copy(String name, Object key, Class<T> type) {
		Cache cache = this.caches.getCache(name);
		return (cache != null) ? cache.get(key, type) : null;
	}

	/**
	 * The cached entries of a ticket and a search.
	 *
	 * @param ticket the cached ticket, or none
	 * @param search the cached page of the search, or none
	 */
	record Copies(@Nullable Ticket ticket, @Nullable Page<?> search) {
	}

}
