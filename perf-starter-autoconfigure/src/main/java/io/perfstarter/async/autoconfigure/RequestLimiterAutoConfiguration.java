package io.perfstarter.async.autoconfigure;

import java.util.List;
import java.util.Objects;

import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.async.limit.RequestLimiterFilter;
import io.perfstarter.async.limit.RequestLimiterWebFilter;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.web.autoconfigure.ActuatorPaths;
import io.perfstarter.web.autoconfigure.TomcatThreadPools;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequestListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.Options;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the request limiter. Its servlet
 * filter has the same order as the filter of the observations, and runs first because
 * this auto-configuration is processed first.
 */
@AutoConfiguration(beforeName = "org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration")
@ConditionalOnClass(PathPatternParser.class)
@ConditionalOnWebApplication
@ConditionalOnSwitch("perf-starter.async.enabled")
@ConditionalOnProperty("perf-starter.async.requests.concurrency-limit")
@EnableConfigurationProperties(AsyncProperties.class)
@Import(ActuatorPaths.class)
public final class RequestLimiterAutoConfiguration {

	@Bean
	LimitAdaptation perfStarterLimitAdaptation(RequestLimiter limiter, AsyncProperties properties,
			ConfigurableListableBeanFactory beanFactory) {
		return new LimitAdaptation(limiter, properties.requests(), beanFactory);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class ServletConfiguration {

		@Bean
		RequestLimiter perfStarterRequestLimiter(AsyncProperties properties, ObjectProvider<LimiterListener> listener) {
			return properties.requests().limiter(listener.getIfAvailable(() -> LimiterListener.NONE), true);
		}

		@Bean
		FilterRegistrationBean<RequestLimiterFilter> perfStarterRequestLimiterFilter(RequestLimiter limiter,
				AsyncProperties properties, ObjectProvider<ActuatorPaths> actuator) {
			ExcludedPaths excluded = new ExcludedPaths(properties.requests().exclude());
			FilterRegistrationBean<RequestLimiterFilter> registration = new FilterRegistrationBean<>(
					new RequestLimiterFilter(limiter, (path) -> excluded.contain(path)
							|| actuator.stream().anyMatch((paths) -> paths.contain(path))));
			registration.setOrder(RequestLimiterFilter.ORDER);
			registration.setDispatcherTypes(DispatcherType.REQUEST);
			return registration;
		}

		@Bean
		ServletListenerRegistrationBean<ServletRequestListener> perfStarterRequestLimiterListener(
				FilterRegistrationBean<RequestLimiterFilter> perfStarterRequestLimiterFilter) {
			return new ServletListenerRegistrationBean<>(
					Objects.requireNonNull(perfStarterRequestLimiterFilter.getFilter()));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass({ TomcatWebServer.class, ThreadPoolExecutor.class })
	static class TomcatConfiguration {

		@Bean
		ThreadReserve perfStarterRequestLimiterThreadReserve(RequestLimiter limiter, AsyncProperties properties) {
			return new ThreadReserve(limiter, properties.requests());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	static class ReactiveConfiguration {

		@Bean
		RequestLimiter perfStarterRequestLimiter(AsyncProperties properties) {
			return properties.requests().limiter(LimiterListener.NONE, false);
		}

		@Bean
		RequestLimiterWebFilter perfStarterRequestLimiterFilter(RequestLimiter limiter, AsyncProperties properties,
				ObjectProvider<ActuatorPaths> actuator) {
			ExcludedPaths excluded = new ExcludedPaths(properties.requests().exclude());
			return new RequestLimiterWebFilter(limiter, (exchange) -> {
				PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
				return excluded.contain(path) || actuator.stream()
					.anyMatch((paths) -> paths.contain(exchange.getApplicationContext(), path.value()));
			});
		}

	}

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
			TomcatThreadPools.of(event)
				.mapToInt(ThreadPoolExecutor::getMaximumPoolSize)
				.min()
				.ifPresent(this::keepFree);
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
					+ "threads of the server, and one thread for each running request and one for rejections must stay free")
				.formatted(limit, capacity, threads);
			Integer configured = this.properties.queueCapacity();
			if (configured == null) {
				logger.info("Request limiter: " + reason);
				return;
			}
			logger
				.warn(("'%s.queue-capacity' is %d, but %s. Set it to at most %d, or 'server.tomcat.threads.max' to at "
						+ "least %d, or 'spring.threads.virtual.enabled' to true.")
					.formatted(RequestLimiterProperties.PREFIX, configured, reason, capacity, 1L + limit + configured));
		}

	}

	/**
	 * The paths that are excluded from the request limiter.
	 */
	static final class ExcludedPaths {

		// The path is already decoded.
		private static final Options DECODED = Options.create('/', false);

		private final List<PathPattern> patterns;

		ExcludedPaths(List<String> patterns) {
			PathPatternParser parser = new PathPatternParser();
			parser.setPathOptions(DECODED);
			this.patterns = patterns.stream().map((pattern) -> parse(parser, pattern)).toList();
		}

		private static PathPattern parse(PathPatternParser parser, String pattern) {
			try {
				return parser.parse(parser.initFullPathPattern(pattern));
			}
			catch (PatternParseException ex) {
				throw RequestLimiterProperties.invalid("exclude", pattern,
						"It is no pattern of paths (%s); write one such as /events/**.".formatted(ex.getMessage()));
			}
		}

		/**
		 * Returns whether a path is excluded.
		 * @param path decoded, normalized and without the context path
		 */
		boolean contain(String path) {
			return !this.patterns.isEmpty() && contain(PathContainer.parsePath(path, DECODED));
		}

		boolean contain(PathContainer path) {
			return this.patterns.stream().anyMatch((pattern) -> pattern.matches(path));
		}

	}

}
