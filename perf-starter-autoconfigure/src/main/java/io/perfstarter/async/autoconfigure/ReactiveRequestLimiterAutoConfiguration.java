package io.perfstarter.async.autoconfigure;

import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} that stops the start of a reactive
 * web application with a request limiter, which would limit nothing.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnSwitch("perf-starter.async.enabled")
@ConditionalOnProperty(ReactiveRequestLimiterAutoConfiguration.LIMIT)
public final class ReactiveRequestLimiterAutoConfiguration {

	static final String LIMIT = RequestLimiterProperties.PREFIX + ".concurrency-limit";

	ReactiveRequestLimiterAutoConfiguration(Environment environment) {
		throw RequestLimiterProperties.invalid("concurrency-limit", environment.getProperty(LIMIT),
				"The request limiter is a servlet filter and limits no requests of WebFlux. Leave it out, and limit the "
						+ "calls that need a scarce resource instead, such as with flatMap(function, concurrency) or with "
						+ "a bulkhead of Resilience4j.");
	}

}
