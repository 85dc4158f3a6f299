package io.perfstarter.routing.autoconfigure;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.perfstarter.routing.connection.JoinCheckInterceptor;
import io.perfstarter.routing.connection.RefusedWriteTranslator;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import org.aopalliance.intercept.MethodInterceptor;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.JpaVendorAdapter;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;

/**
 * Configures the checks that detect and explain writes in read-only transactions, and
 * {@link io.perfstarter.routing.PrimaryRead}.
 */
@Configuration(proxyBeanMethods = false)
class RoutingGuardsConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static BeanFactoryPostProcessor perfStarterRoutingAdvice() {
		return new RoutingAdvice();
	}

	/**
	 * Configures the translation of rejected writes if the application has no exception
	 * translator.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(SQLExceptionTranslator.class)
	@ConditionalOnMissingBean(SQLExceptionTranslator.class)
	static class TranslationConfiguration {

		@Bean
		SQLExceptionTranslator perfStarterRefusedWriteTranslator(ObjectProvider<DataSource> dataSource) {
			return RefusedWriteTranslator.jdbc(dataSource.getIfUnique());
		}

		/**
		 * Configures the translation for JPA.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass({ HibernateJpaDialect.class, SessionFactory.class })
		static class JpaConfiguration {

			@Bean
			@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
			static BeanPostProcessor perfStarterRefusedWritesOfJpa() {
				return new BeanPostProcessor() {

					@Override
					public Object postProcessBeforeInitialization(Object bean, String beanName) {
						if (bean instanceof AbstractEntityManagerFactoryBean factory
								&& dialect(factory) instanceof HibernateJpaDialect hibernate) {
							hibernate.setJdbcExceptionTranslator(RefusedWriteTranslator.hibernate());
						}
						return bean;
					}

				};
			}

			private static @Nullable JpaDialect dialect(AbstractEntityManagerFactoryBean factory) {
				JpaVendorAdapter adapter = factory.getJpaVendorAdapter();
				return (factory.getJpaDialect() != null || adapter == null) ? factory.getJpaDialect()
						: adapter.getJpaDialect();
			}

		}

	}

	/**
	 * Configures the warning about methods that may write but join a read-only
	 * transaction.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnSwitch("perf-starter.routing.transaction-join-check")
	static class JoinCheckConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static MethodInterceptor perfStarterJoinCheck(ObjectProvider<MeterRegistry> meterRegistry) {
			return new JoinCheckInterceptor(() -> meterRegistry.getIfUnique(CompositeMeterRegistry::new));
		}

		/**
		 * Configures the warning for repositories, which have separate transaction
		 * advice.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(RepositoryFactoryBeanSupport.class)
		static class RepositoriesConfiguration {

			@Bean
			@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
			static BeanPostProcessor perfStarterJoinCheckOfRepositories(
					@Qualifier(RoutingAdvice.JOIN_CHECK) ObjectProvider<MethodInterceptor> transactionJoinCheck) {
				return new BeanPostProcessor() {

					@Override
					public Object postProcessBeforeInitialization(Object bean, String beanName) {
						if (bean instanceof RepositoryFactoryBeanSupport<?, ?, ?> repository) {
							MethodInterceptor advice = transactionJoinCheck.getObject();
							repository.addRepositoryFactoryCustomizer((factory) -> factory
								.addRepositoryProxyPostProcessor((proxy, information) -> proxy.addAdvice(advice)));
						}
						return bean;
					}

				};
			}

		}

	}

}
