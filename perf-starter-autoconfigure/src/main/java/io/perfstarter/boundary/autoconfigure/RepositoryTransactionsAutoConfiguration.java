package io.perfstarter.boundary.autoconfigure;

import io.perfstarter.routing.autoconfigure.RoutingAutoConfiguration;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Role;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.repository.core.support.TransactionalRepositoryFactoryBeanSupport;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for default transactions of
 * repository query methods that declare none.
 */
@AutoConfiguration(after = RoutingAutoConfiguration.class)
@ConditionalOnClass(TransactionalRepositoryFactoryBeanSupport.class)
@ConditionalOnSwitch("perf-starter.boundary.enabled")
@Conditional(RepositoryTransactionsAutoConfiguration.OnWanted.class)
public final class RepositoryTransactionsAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static RepositoryTransactionsPostProcessor perfStarterRepositoryTransactionsPostProcessor(
			ConfigurableListableBeanFactory beanFactory) {
		return new RepositoryTransactionsPostProcessor(beanFactory);
	}

	/**
	 * Matches when repository transactions are enabled by their property or, if it is not
	 * set, by routing.
	 */
	static class OnWanted extends SpringBootCondition implements ConfigurationCondition {

		private static final String PROPERTY = "perf-starter.boundary.repository-transactions";

		@Override
		public ConfigurationPhase getConfigurationPhase() {
			return ConfigurationPhase.REGISTER_BEAN;
		}

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConditionMessage.Builder message = ConditionMessage.forCondition("Repository transactions");
			BindResult<Boolean> wanted = Binder.get(context.getEnvironment()).bind(PROPERTY, Boolean.class);
			if (wanted.isBound()) {
				return new ConditionOutcome(wanted.get(), message.because("'" + PROPERTY + "' is " + wanted.get()));
			}
			boolean routed = isRouted(context.getBeanFactory());
			return new ConditionOutcome(routed,
					message.because("'" + PROPERTY + "' is not set, and routing is " + (routed ? "on" : "off")));
		}

		private static boolean isRouted(@Nullable ConfigurableListableBeanFactory beanFactory) {
			return beanFactory != null && beanFactory.getBeanNamesForType(Routing.class, true, false).length > 0;
		}

	}

}
