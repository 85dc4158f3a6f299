package io.perfstarter.sample.howto.eviction;

import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Has a CDN forget the tickets that are evicted.
 */
// tag::strategy[]
@Component
class CdnEvictionStrategy implements EvictionStrategy {

	private final RestClient cdn;

	private final AsyncTaskExecutor executor;

	CdnEvictionStrategy(RestClient.Builder builder, @Value("${shop.cdn}") String cdn,
			@Qualifier("cdn") AsyncTaskExecutor executor) {
		this.cdn = builder.baseUrl(cdn).build();
		this.executor = executor;
	}

	@Override
	public boolean supports(Eviction eviction) {
		return eviction.cacheName().equals("tickets");
	}

	@Override
	public void evict(Eviction eviction) {
		// Without keys it is a group or everything, and the CDN knows no groups.
		if (eviction.keys().isEmpty()) {
			forget("/tickets/*");
		}
		eviction.keys().forEach((id) -> forget("/tickets/" + id));
	}

	private void forget(String path) {
		this.executor.execute(() -> this.cdn.delete().uri(path).retrieve().toBodilessEntity());
	}

}
// end::strategy[]
