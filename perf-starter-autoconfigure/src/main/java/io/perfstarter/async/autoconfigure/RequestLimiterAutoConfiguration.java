package io.perfstarter.async.autoconfigure;

import java.util.Objects;

import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.async.limit.RequestLimiterFilter;
import io.perfstarter.async.limit.RequestLimiterWebFilter;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.web.autoconfigure.ActuatorPaths;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequestListener;
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
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPatternParser;

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

}
