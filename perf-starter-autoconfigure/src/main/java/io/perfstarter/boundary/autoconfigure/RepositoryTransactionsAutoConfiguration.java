package io.perfstarter.boundary.autoconfigure;

import io.perfstarter.routing.autoconfigure.RoutingAutoConfiguration;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;
import org.springframework.data.repository.core.support.TransactionalRepositoryFactoryBeanSupport;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for default transactions of
 * repository query methods that declare none.
 */
@AutoConfiguration(after = RoutingAutoConfiguration.class)
@ConditionalOnClass(TransactionalRepositoryFactoryBeanSupport.class)
@ConditionalOnSwitch("perf-starter.boundary.enabled")
@Conditional(RepositoryTransactionsCondition.class)
public final class RepositoryTransactionsAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static RepositoryTransactionsPostProcessor perfStarterRepositoryTransactionsPostProcessor(
			ConfigurableListableBeanFactory beanFactory) {
		return new RepositoryTransactionsPostProcessor(beanFactory);
	}

}
