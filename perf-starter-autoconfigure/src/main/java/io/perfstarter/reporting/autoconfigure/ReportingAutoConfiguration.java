package io.perfstarter.reporting.autoconfigure;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.autoconfigure.AsyncAutoConfiguration;
import io.perfstarter.async.autoconfigure.RequestLimiterAutoConfiguration;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.guard.CacheCounts;
import io.perfstarter.coherence.guard.GuardedCacheManager;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.remote.RemoteCalls;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.ReportingSources;
import io.perfstarter.reporting.autoconfigure.ReportingProperties.Format;
import io.perfstarter.reporting.request.CallableBreakdownInterceptor;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.reporting.request.TracedLayers;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.settings.autoconfigure.BasePackages;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.ProxyCreatorRegistrar;
import io.perfstarter.support.WaitListener;
import io.perfstarter.warmup.autoconfigure.WarmupAutoConfiguration;
import io.perfstarter.warmup.run.WarmupFilter;
import io.perfstarter.web.autoconfigure.TomcatThreadPools;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.thread.Threading;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.resilience.annotation.ConcurrencyLimitBeanPostProcessor;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the reports. The filter of this
 * class has the same order as the filters of the warm-up, the request limiter and the
 * observations. It runs between them because this auto-configuration is processed between
 * theirs: warm-up requests are already marked, and the wait in the request limiter counts
 * as request time.
 */
@AutoConfiguration(
		after = { CoherenceAutoConfiguration.class, AsyncAutoConfiguration.class, WarmupAutoConfiguration.class,
				JdbcObservationAutoConfiguration.class },
		afterName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClientAutoConfiguration" },
		before = RequestLimiterAutoConfiguration.class,
		beforeName = "org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration")
@ConditionalOnSwitch("perf-starter.reporting.enabled")
@ConditionalOnClass(name = "com.sun.management.OperatingSystemMXBean")
@Conditional(ReportingAutoConfiguration.OnReportable.class)
@EnableConfigurationProperties(ReportingProperties.class)
public final class ReportingAutoConfiguration {

	static final JsonWriter<Map<String, @Nullable Object>> JSON = JsonWriter.standard();

	@Bean
	@Lazy(false)
	Reporting perfStarterReporting(ReportingProperties properties, Environment environment,
			ConfigurableListableBeanFactory beanFactory, ObjectProvider<ServletConfiguration> servlets,
			ObjectProvider<HikariPools> pools, ObjectProvider<GuardedCacheManager> caches,
			ObjectProvider<BoundedExecutors> executors, ObjectProvider<RequestLimiter> limiters,
			ObjectProvider<ThreadsSource> threads, ObjectProvider<InstanceSource> instances) {
		HikariPools known = pools.getIfAvailable();
		return new Reporting(properties.settings(),
				new ReportingSources(BasePackages.of(beanFactory), servlets.getIfAvailable() != null,
						(known != null) ? known::sizes : Map::of,
						(pool) -> (known != null) ? known.database(pool) : null,
						() -> caches.stream().flatMap(ReportingAutoConfiguration::caches).toList(),
						() -> executors.stream().flatMap(ReportingAutoConfiguration::executors).toList(),
						() -> limiters.stream().map(ReportingAutoConfiguration::limiter).toList(),
						threads.getIfAvailable(() -> () -> null), Threading.VIRTUAL.isActive(environment),
						instances.getIfAvailable(() -> () -> 0), properties.explain(),
						(properties.format() != Format.JSON) ? null : JSON::writeToString));
	}

	private static Stream<CacheWindow> caches(GuardedCacheManager manager) {
		return manager.counts().entrySet().stream().map((cache) -> {
			CacheCounts counts = cache.getValue();
			return new CacheWindow(cache.getKey(), counts.hits(), counts.misses(), counts.evictions(), counts.size());
		});
	}

	private static Stream<LimiterWindow> executors(BoundedExecutors executors) {
		return executors.all()
			.stream()
			.map((executor) -> new LimiterWindow(executor.name(), executor.getMaxPoolSize(), executor.getActiveCount(),
					executor.getQueueSize(), executor.lost(), executor.ended(), executor.ranNanos(), executor.pool()));
	}

	private static LimiterWindow limiter(RequestLimiter limiter) {
		return new LimiterWindow(RequestLimiter.NAME, limiter.permits(), limiter.active(), limiter.waiting(),
				limiter.refused(), limiter.waits(), limiter.waited(), Objects.requireNonNullElse(limiter.reason(), ""));
	}

	@Bean
	LimiterListener perfStarterReportingLimiters(Reporting reporting) {
		return reporting.requests().limiters();
	}

	@Bean
	WaitListener perfStarterReportingPositions(Reporting reporting) {
		return reporting.requests().positions();
	}

	@Bean
	@ConditionalOnBean(ConcurrencyLimitBeanPostProcessor.class)
	static ConcurrencyLimitPostProcessor perfStarterReportingConcurrencyLimits(
			ObjectProvider<LimiterListener> listener) {
		return new ConcurrencyLimitPostProcessor(listener);
	}

	@Bean
	@ConditionalOnBean(ObservationRegistry.class)
	ObservationHandler<?> perfStarterReportingRemoteCalls(Reporting reporting, ObjectProvider<ConnectionUsages> usages,
			ObjectProvider<Boundary> boundary) {
		List<RemoteCallListener> listeners = new ArrayList<>(List.of(reporting.remoteCalls()));
		if (boundary.getIfAvailable() == null) {
			usages.ifAvailable(listeners::add);
		}
		return new RemoteCalls(listeners, Set.of());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HikariDataSource.class, DataSourceUnwrapper.class })
	@ConditionalOnBean(ObservedPools.class)
	@Import(ConnectionUsages.class)
	static class PoolConfiguration {

		@Bean
		HikariPools perfStarterReportingPools(ObservedPools pools) {
			return new HikariPools(pools);
		}

		@Bean
		JdbcListener perfStarterReportingConnectionsOfRequests(Reporting reporting) {
			return reporting.requests().connections();
		}

		@Bean
		JdbcListener perfStarterReportingConnectionsOfPools(Reporting reporting, ConnectionUsages usages) {
			usages.exclude(reporting.pauses());
			return reporting.connectionsOfPools();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Filter.class)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@Import(TomcatThreads.class)
	static class ServletConfiguration {

		@Bean
		FilterRegistrationBean<TimeBreakdownFilter> perfStarterTimeBreakdownFilter(Reporting reporting,
				ObjectProvider<TraceIds> traceIds) {
			FilterRegistrationBean<TimeBreakdownFilter> registration = new FilterRegistrationBean<>(
					new TimeBreakdownFilter(reporting.requests(),
							(request) -> request.getAttribute(WarmupFilter.ATTRIBUTE) != null,
							traceIds.getIfAvailable(() -> (request) -> "")));
			registration.setOrder(TimeBreakdownFilter.ORDER);
			registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
			return registration;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Filter.class, WebMvcConfigurer.class })
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class MvcConfiguration implements WebMvcConfigurer {

		@Override
		public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
			configurer.registerCallableInterceptors(new CallableBreakdownInterceptor());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ TracingContext.class, ServerHttpObservationFilter.class })
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class TracingConfiguration {

		/**
		 * Reads the identifier from the observation of Spring's filter, which also works
		 * after the observation has ended.
		 */
		@Bean
		TraceIds perfStarterReportingTraceIds() {
			return (request) -> ServerHttpObservationFilter.findObservationContext(request)
				.map((observation) -> observation.<TracingContext>get(TracingContext.class))
				.map(TracingContext::getSpan)
				.map((span) -> span.context().traceId())
				.orElse("");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(DiscoveryClient.class)
	@ConditionalOnBean(DiscoveryClient.class)
	static class DiscoveryConfiguration {

		@Bean
		InstanceSource perfStarterReportingInstances(ObjectProvider<DiscoveryClient> clients, Environment environment) {
			String service = environment.getProperty("perf-starter.coherence.service-id",
					environment.getProperty("spring.application.name", "application"));
			return () -> clients.stream().mapToInt((client) -> client.getInstances(service).size()).max().orElse(0);
		}

	}

	/**
	 * Records the calls of controllers, services and repositories if {@code call-trace}
	 * is enabled.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnSwitch(value = "perf-starter.reporting.call-trace", byDefault = false)
	@Import(ProxyCreatorRegistrar.class)
	static class TraceConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static Advisor perfStarterTracedLayersAdvisor(ConfigurableListableBeanFactory beanFactory) {
			return TracedLayers.advisor(BasePackages.of(beanFactory));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ WebEndpoint.class, ConditionalOnAvailableEndpoint.class })
	@ConditionalOnAvailableEndpoint(WhySlowEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		WhySlowEndpoint perfStarterWhySlowEndpoint(Reporting reporting, Environment environment) {
			return new WhySlowEndpoint(reporting, environment);
		}

	}

	/**
	 * Returns the identifier of the distributed trace of a request, empty if there is
	 * none.
	 */
	interface TraceIds extends Function<HttpServletRequest, String> {

	}

	/**
	 * Supplies the number of instances of the application, 0 if it is unknown.
	 */
	interface InstanceSource extends IntSupplier {

	}

	/**
	 * Supplies the state of the request threads, {@code null} if it is unknown.
	 */
	interface ThreadsSource extends Supplier<@Nullable ThreadsWindow> {

	}

	/**
	 * Matches if the application has something to measure: requests, connections or
	 * caches.
	 */
	static class OnReportable extends AnyNestedCondition {

		OnReportable() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnWebApplication
		static class OnRequests {

		}

		@ConditionalOnBean(DataSource.class)
		static class OnConnections {

		}

		@ConditionalOnBean(GuardedCacheManager.class)
		static class OnCaches {

		}

	}

	/**
	 * Supplies the state of Tomcat's threads for application requests, without the
	 * threads of a separate management port. The state is unknown while Tomcat starts,
	 * and if Tomcat has no own thread pool, as with virtual threads.
	 */
	@ConditionalOnClass({ TomcatWebServer.class, ThreadPoolExecutor.class })
	static class TomcatThreads implements ThreadsSource, ApplicationListener<WebServerInitializedEvent> {

		private volatile @Nullable WebServerInitializedEvent start;

		@Override
		public void onApplicationEvent(WebServerInitializedEvent event) {
			if (TomcatThreadPools.of(event).findAny().isPresent()) {
				this.start = event;
			}
		}

		@Override
		public @Nullable ThreadsWindow get() {
			WebServerInitializedEvent start = this.start;
			return (start != null) ? TomcatThreadPools.of(start).findFirst().map(TomcatThreads::state).orElse(null)
					: null;
		}

		private static ThreadsWindow state(ThreadPoolExecutor pool) {
			return new ThreadsWindow(pool.getMaximumPoolSize(), pool.getActiveCount(), pool.getQueue().size(),
					pool.getCompletedTaskCount());
		}

	}

	/**
	 * Provides the settings of the observed HikariCP pools.
	 *
	 * @param pools the pools
	 */
	record HikariPools(ObservedPools pools) {

		/**
		 * Returns the maximum number of connections of each pool. Inexpensive.
		 */
		Map<String, Integer> sizes() {
			return this.pools.all()
				.entrySet()
				.stream()
				.collect(Collectors.toMap(Map.Entry::getKey, (pool) -> pool.getValue().getMaximumPoolSize()));
		}

		/**
		 * Returns a source of connections to the database of a pool, outside of the pool.
		 * @return the source, {@code null} if only the pool can open connections, or if
		 * there is no such pool
		 */
		@Nullable Callable<Connection> database(String pool) {
			HikariDataSource hikari = this.pools.all().get(pool);
			return (hikari != null && hikari.getJdbcUrl() != null)
					? new UnpooledDataSource(hikari)::getConnectionAsOfPool : null;
		}

	}

}
