package io.perfstarter.async.autoconfigure;

import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.web.autoconfigure.TomcatThreadPools;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Tells the request limiter how many threads Tomcat has for requests, so that queued
 * requests leave some of them free. Logs if fewer requests may wait than the settings
 * say. Virtual threads have no maximum number.
 */
record ThreadReserve(RequestLimiter limiter,
		RequestLimiterProperties properties) implements ApplicationListener<WebServerInitializedEvent> {

	private static final Log logger = LogFactory.getLog(ThreadReserve.class);

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		TomcatThreadPools.of(event).mapToInt(ThreadPoolExecutor::getMaximumPoolSize).min().ifPresent(this::keepFree);
	}

	private void keepFree(int threads) {
		int before = this.limiter.queueCapacity();
		this.limiter.keepThreadsFree(threads);
		if (this.limiter.queueCapacity() < before) {
			report(threads);
		}
	}

	private void report(int threads) {
		int capacity = this.limiter.queueCapacity();
		int limit = this.limiter.permits();
		String reason = ("with a limit of %d at most %d requests wait, because each of them occupies one of the %d "
				+ "threads of the server, of which one for each running request and one for rejections stay free")
			.formatted(limit, capacity, threads);
		Integer configured = this.properties.queueCapacity();
		if (configured == null) {
			logger.info("Request limiter: " + reason);
			return;
		}
		logger.warn(("'%s.queue-capacity' is %d, but %s. Set it to at most %d, or 'server.tomcat.threads.max' to at "
				+ "least %d, or 'spring.threads.virtual.enabled' to true.")
			.formatted(RequestLimiterProperties.PREFIX, configured, reason, capacity, 1L + limit + configured));
	}

}
