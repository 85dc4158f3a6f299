package io.perfstarter.boundary.autoconfigure;

import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.observation.ObservationHandler;
import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.remote.RemoteCalls;
import io.perfstarter.settings.autoconfigure.BasePackages;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.support.ProxyCreatorRegistrar;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the detection of remote calls
 * during which a connection is held, and for the usage statistics of connections.
 */
@AutoConfiguration(after = JdbcObservationAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ HikariDataSource.class, DataSourceUnwrapper.class, TransactionSynchronizationManager.class })
@ConditionalOnBean(DataSource.class)
@ConditionalOnSwitch("perf-starter.boundary.enabled")
@EnableConfigurationProperties(BoundaryProperties.class)
@Import({ ConnectionUsages.class, ProxyCreatorRegistrar.class })
public final class BoundaryAutoConfiguration {

	@Bean
	Boundary perfStarterBoundary(BoundaryProperties properties, ConnectionUsages usages, ObservedPools pools,
			ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<RepositoryTransactionsPostProcessor> repositoryTransactions) {
		return new Boundary(properties.remoteCalls(), properties.idleConnectionThreshold(),
				repositoryTransactions.getIfAvailable() != null, usages, pools::sizeOf, BasePackages.of(beanFactory));
	}

	@Bean
	JdbcListener perfStarterBoundaryConnections(Boundary boundary) {
		return boundary.connections();
	}

	/**
	 * Ordered before handlers that only measure, which must not count a rejected call.
	 */
	@Bean
	@Order(0)
	ObservationHandler<?> perfStarterBoundaryRemoteCalls(Boundary boundary, ConnectionUsages usages,
			BoundaryProperties properties) {
		return new RemoteCalls(List.of(boundary.remoteCalls(), usages), properties.ignoredObservations());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static Advisor perfStarterAllowRemoteCallAdvisor() {
		return Boundary.allowRemoteCallAdvisor();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebMvcConfigurer.class)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class MvcConfiguration implements WebMvcConfigurer {

		private final ConnectionUsages usages;

		MvcConfiguration(ConnectionUsages usages) {
			this.usages = usages;
		}

		@Override
		public void addInterceptors(InterceptorRegistry registry) {
			registry.addInterceptor(new AsyncHandlerInterceptor() {

				@Override
				public void afterConcurrentHandlingStarted(HttpServletRequest request, HttpServletResponse response,
						Object handler) {
					MvcConfiguration.this.usages.leave();
				}

			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
	@ConditionalOnAvailableEndpoint(BoundaryEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		BoundaryEndpoint perfStarterBoundaryEndpoint(Boundary boundary) {
			return new BoundaryEndpoint(boundary);
		}

	}

}
