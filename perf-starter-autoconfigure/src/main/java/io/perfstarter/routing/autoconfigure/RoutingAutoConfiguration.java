package io.perfstarter.routing.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.context.ContextRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.coherence.guard.FreshRead;
import io.perfstarter.coherence.guard.PutGate;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.TransactionListenerPostProcessor;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.routing.connection.CallerReadsAccessor;
import io.perfstarter.routing.connection.PrimaryReads;
import io.perfstarter.routing.connection.ReadScopes;
import io.perfstarter.routing.connection.ReadTokens;
import io.perfstarter.routing.connection.RequestScopeFilter;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.settings.autoconfigure.HelpPage;
import io.perfstarter.settings.autoconfigure.SecretProperties;
import io.perfstarter.support.WaitListener;
import io.perfstarter.web.autoconfigure.HealthEntry;
import jakarta.servlet.Filter;
import reactor.core.publisher.Hooks;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jmx.export.MBeanExporter;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for running read-only transactions
 * on replicas.
 */
@AutoConfiguration(after = JdbcObservationAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ HikariDataSource.class, LazyConnectionDataSourceProxy.class, DataSourceUnwrapper.class })
@ConditionalOnSwitch("perf-starter.routing.enabled")
@Conditional(OnReplicaCondition.class)
@EnableConfigurationProperties({ RoutingProperties.class, SecretProperties.class })
@Import(RoutingGuardsConfiguration.class)
public final class RoutingAutoConfiguration {

	/**
	 * The filter runs before Spring Security, which may read the user from the database.
	 */
	static final int REQUEST_FILTER_ORDER = -110;

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PrimaryPostProcessor perfStarterRoutingDataSourcePostProcessor(ObjectProvider<RoutingWiring> wiring) {
		return new PrimaryPostProcessor(wiring);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionListenerPostProcessor perfStarterRoutedTransactionsPostProcessor(
			ObjectProvider<RoutingWiring> wiring) {
		return new TransactionListenerPostProcessor((manager) -> wiring.getObject().transactionsOf(manager));
	}

	@Bean
	RoutingWiring perfStarterRoutingWiring(ConfigurableListableBeanFactory beanFactory, Environment environment,
			RoutingProperties properties, ObjectProvider<ReplicaConnectionDetails> details,
			ObjectProvider<MBeanExporter> mbeanExporter, ObjectProvider<ObservedPools> observed, ReadScopes scopes) {
		return new RoutingWiring(beanFactory, environment, properties, details, mbeanExporter, observed, scopes);
	}

	@Bean
	static ReadScopes perfStarterReadScopes() {
		return new ReadScopes();
	}

	@Bean
	static CallerReadsAccessor perfStarterCallerReadsAccessor(ReadScopes scopes) {
		return new CallerReadsAccessor(scopes, false);
	}

	// Lazy, because it needs the secret, which only applications with tokens must set.
	@Bean
	@Lazy
	ReadTokens perfStarterReadTokens(ReadScopes scopes, RoutingWiring wiring, RoutingProperties properties,
			SecretProperties secret, ObjectProvider<WaitListener> waits) {
		return new ReadTokens(scopes, () -> wiring.wired().routing(), waits.getIfAvailable(() -> WaitListener.NONE),
				properties.tokenSecret(secret), properties.longestLag());
	}

	// The wiring closes it, after the primary.
	@Bean(destroyMethod = "")
	Routing perfStarterRouting(RoutingWiring wiring) {
		return wiring.wired().routing();
	}

	@Bean
	MeterBinder perfStarterReplicaPoolMeters(RoutingWiring wiring) {
		return wiring::meterTo;
	}

	@Bean
	RoutingStartReport perfStarterRoutingStartReport(RoutingWiring wiring, ListableBeanFactory beanFactory) {
		return new RoutingStartReport(wiring, beanFactory);
	}

	@Bean
	static LazyInitializationExcludeFilter perfStarterEagerRoutingBeans() {
		return LazyInitializationExcludeFilter.forBeanTypes(RoutingStartReport.class, Routing.class);
	}

	@Bean
	@ConditionalOnSwitch("perf-starter.coherence.enabled")
	FreshRead perfStarterPrimaryFreshRead() {
		return PrimaryReads::call;
	}

	// Needs no other bean, because caches may be created and filled before the primary.
	@Bean
	@ConditionalOnSwitch("perf-starter.coherence.enabled")
	static PutGate perfStarterRoutingPutGate(ReadScopes scopes) {
		return scopes::knownAt;
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HibernatePropertiesCustomizer.class, OpenEntityManagerInViewInterceptor.class, Filter.class })
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class OpenInViewConfiguration {

		@Bean
		OpenInViewCustomizer perfStarterRoutingOpenInViewCustomizer(ListableBeanFactory beanFactory) {
			return new OpenInViewCustomizer(beanFactory);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Filter.class)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class ServletConfiguration {

		@Bean
		RequestScopeFilter perfStarterRequestScopeFilter(ReadScopes scopes, ObjectProvider<ReadTokens> tokens,
				RoutingProperties properties, Environment environment) {
			String service = environment.getProperty("spring.application.name", "");
			return switch (properties.readYourWrites().scope()) {
				case REQUEST -> new RequestScopeFilter(scopes);
				case COOKIE -> RequestScopeFilter.of(scopes, tokens.getObject(), service);
				case HEADER -> RequestScopeFilter.of(scopes, tokens.getObject(), null);
			};
		}

		@Bean
		FilterRegistrationBean<RequestScopeFilter> perfStarterRoutingRequestFilter(RequestScopeFilter filter) {
			FilterRegistrationBean<RequestScopeFilter> registration = new FilterRegistrationBean<>(filter);
			registration.setOrder(REQUEST_FILTER_ORDER);
			return registration;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	static class ReactiveConfiguration {

		ReactiveConfiguration(RoutingProperties properties) {
			RoutingProperties.Scope scope = properties.readYourWrites().scope();
			if (scope != RoutingProperties.Scope.REQUEST) {
				throw new CannotStartException(HelpPage.ROUTING,
						"The property 'perf-starter.routing.read-your-writes.scope' is '%s', but no token is read or sent in WebFlux."
							.formatted(scope.name().toLowerCase(Locale.ROOT)),
						"Remove the property, and hand tokens over with the bean ReadYourWrites.");
			}
		}

	}

	/**
	 * Registers the accessor in the global registry, which Reactor's automatic context
	 * propagation uses.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Hooks.class)
	@ConditionalOnProperty(name = "spring.reactor.context-propagation", havingValue = "auto")
	static class ReactorConfiguration {

		@Bean
		DisposableBean perfStarterReactorReads(ReadScopes scopes) {
			CallerReadsAccessor accessor = new CallerReadsAccessor(scopes, true);
			ContextRegistry registry = ContextRegistry.getInstance();
			registry.registerThreadLocalAccessor(accessor);
			return () -> {
				// Another application context may have replaced the accessor.
				if (registry.getThreadLocalAccessors().contains(accessor)) {
					registry.removeThreadLocalAccessor(accessor.key().toString());
				}
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
	@ConditionalOnAvailableEndpoint(RoutingEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		RoutingEndpoint perfStarterRoutingEndpoint(Routing routing) {
			return new RoutingEndpoint(routing);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	@ConditionalOnEnabledHealthIndicator("routing")
	static class HealthConfiguration {

		@Bean
		static HealthEntry perfStarterRoutingHealth(ObjectProvider<Routing> routing) {
			return new HealthEntry("routing", () -> () -> health(routing.getObject().status()));
		}

		/**
		 * Always up, because the application works without replicas, with more load on
		 * the primary. Boot's {@code db} indicator reports the primary.
		 */
		private static Health health(RoutingStatus status) {
			Map<String, String> replicas = new LinkedHashMap<>();
			status.replicas().forEach((replica) -> replicas.put(replica.name(), replica.state().name()));
			return Health.up()
				.withDetail("replicas", replicas)
				.withDetail("fallbacks", status.primary().fallbacks())
				.build();
		}

	}

	/**
	 * Connects the primary to routing when its bean is created. Runs right after Boot's
	 * post-processor, which creates the lazy proxy, so that other wrappers stay outside.
	 *
	 * @param wiring inserts routing
	 */
	record PrimaryPostProcessor(ObjectProvider<RoutingWiring> wiring) implements BeanPostProcessor, Ordered {

		@Override
		public int getOrder() {
			return 1;
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof DataSource dataSource) ? this.wiring.getObject().wire(beanName, dataSource) : bean;
		}

	}

}
