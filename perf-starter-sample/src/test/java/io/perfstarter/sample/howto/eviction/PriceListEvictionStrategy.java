package io.perfstarter.sample.howto.eviction;

import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.client.RestClient;

/**
 * Asks the CDN itself, as the page says one should not: the commit is over, and its
 * connection is still held.
 */
class PriceListEvictionStrategy implements EvictionStrategy {

	private final RestClient cdn;

	PriceListEvictionStrategy(RestClient.Builder builder, @Value("${shop.cdn}") String cdn) {
		this.cdn = builder.baseUrl(cdn).build();
	}

	@Override
	public boolean supports(Eviction eviction) {
		return eviction.cacheName().equals("prices");
	}

	@Override
	public void evict(Eviction eviction) {
		this.cdn.delete().uri("/prices").retrieve().toBodilessEntity();
	}

}
