package io.perfstarter.warmup.autoconfigure;

import java.util.function.Predicate;
import java.util.stream.Stream;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.async.autoconfigure.RequestLimiterAutoConfiguration;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.support.SynchronousListener;
import io.perfstarter.warmup.WarmupContext;
import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.warmup.autoconfigure.WarmupLifecycle.Deregistration;
import io.perfstarter.warmup.run.Warmup;
import io.perfstarter.warmup.run.WarmupFilter;
import io.perfstarter.warmup.run.WarmupState;
import io.perfstarter.warmup.run.WarmupWebFilter;
import io.perfstarter.web.autoconfigure.ActuatorPaths;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.cloud.client.serviceregistry.ServiceRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.core.io.ResourceLoader;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.server.WebFilter;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the warm-up. Its filter has the
 * same order as the request limiter and the observations, and runs first because this
 * auto-configuration is processed first.
 */
@AutoConfiguration(before = RequestLimiterAutoConfiguration.class,
		beforeName = "org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration")
@ConditionalOnSwitch("perf-starter.warmup.enabled")
@Conditional(OnWarmupCondition.class)
@EnableConfigurationProperties(WarmupProperties.class)
@Import({ WarmupLifecycle.class, PoolTaskSource.class, EurekaGate.class, WarmupEndpoint.class, ActuatorPaths.class })
public final class WarmupAutoConfiguration {

	@Bean
	WarmupState perfStarterWarmupState(ObjectProvider<WarmupGate> gates) {
		return new WarmupState(() -> gates.orderedStream().toList());
	}

	@Bean
	Warmup perfStarterWarmup(WarmupProperties properties, ObjectProvider<PoolTaskSource> pools,
			ObjectProvider<WarmupTask> tasks, WarmupState state, ResourceLoader resources) {
		return new Warmup(properties.settings(), properties.calls(resources),
				() -> Stream.concat(pools.stream().flatMap(PoolTaskSource::tasks), tasks.orderedStream()).toList(),
				state);
	}

	@Bean
	SynchronousListener<?> perfStarterWarmupReadyListener(WarmupLifecycle lifecycle) {
		return new SynchronousListener<>(ApplicationReadyEvent.class, Ordered.LOWEST_PRECEDENCE, lifecycle::ready);
	}

	@Bean
	SynchronousListener<?> perfStarterWarmupAcceptingListener(WarmupState state) {
		return WarmupGatesAutoConfiguration.opens(state);
	}

	@Bean
	SynchronousListener<?> perfStarterWarmupClosedListener(WarmupLifecycle lifecycle) {
		return new SynchronousListener<>(ContextClosedEvent.class, Ordered.HIGHEST_PRECEDENCE, lifecycle::closed);
	}

	@Bean
	ObservationPredicate perfStarterWarmupObservationPredicate() {
		return (name, context) -> !WarmupContext.active();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Filter.class, ServerHttpObservationFilter.class })
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class ServletConfiguration {

		@Bean
		FilterRegistrationBean<WarmupFilter> perfStarterWarmupFilter(WarmupState state, WarmupProperties properties,
				ObjectProvider<ActuatorPaths> actuator) {
			Predicate<String> passes = (path) -> actuator.stream().anyMatch((paths) -> paths.contain(path));
			FilterRegistrationBean<WarmupFilter> registration = new FilterRegistrationBean<>(
					new WarmupFilter(state, properties.rejectUntilWarm(), passes));
			registration.setOrder(WarmupFilter.ORDER);
			registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
			return registration;
		}

		@Bean
		FilterRegistrationBean<WarmupRequestFilter> perfStarterWarmupRequestFilter() {
			ObservationRegistry discarding = ObservationRegistry.create();
			discarding.observationConfig()
				.observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
			FilterRegistrationBean<WarmupRequestFilter> registration = new FilterRegistrationBean<>(
					new WarmupRequestFilter(discarding));
			registration.setOrder(WarmupFilter.ORDER);
			registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
			return registration;
		}

	}

	/**
	 * Observes warm-up requests with a separate registry, whose values are discarded. The
	 * application's observations skip these requests, so without this filter their code
	 * would be cold at the first real request.
	 */
	static class WarmupRequestFilter extends ServerHttpObservationFilter {

		WarmupRequestFilter(ObservationRegistry discarding) {
			super(discarding);
		}

		@Override
		protected boolean shouldNotFilter(HttpServletRequest request) {
			return !WarmupContext.active();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ WebFilter.class, Mono.class })
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	static class ReactiveConfiguration {

		@Bean
		WarmupWebFilter perfStarterWarmupWebFilter(WarmupState state, WarmupProperties properties,
				ObjectProvider<ActuatorPaths> actuator) {
			return new WarmupWebFilter(state, properties.rejectUntilWarm(),
					(exchange) -> actuator.stream()
						.anyMatch((paths) -> paths.contain(exchange.getApplicationContext(),
								exchange.getRequest().getPath().pathWithinApplication().value())));
		}

		/**
		 * The observation of a reactive request starts before all filters.
		 */
		@Bean
		ObservationPredicate perfStarterWarmupReactiveObservationPredicate(WarmupState state) {
			return (name, context) -> !(context instanceof ServerRequestObservationContext server
					&& server.getCarrier() != null && state.isOwn(server.getCarrier().getHeaders()::getFirst));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ServiceRegistry.class, Registration.class })
	static class RegistryConfiguration {

		@Bean
		<R extends Registration> Deregistration perfStarterWarmupRegistryDeregistration(
				ObjectProvider<ServiceRegistry<R>> registry, ObjectProvider<R> registration) {
			return () -> registry.ifAvailable((found) -> registration.ifAvailable(found::deregister));
		}

	}

}
