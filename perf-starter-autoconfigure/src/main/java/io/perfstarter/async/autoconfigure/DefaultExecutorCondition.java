package io.perfstarter.async.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;

import io.perfstarter.async.BoundedExecutor;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.scheduling.TaskScheduler;

/**
 * Matches if the application defines no executor for general use. Schedulers and the
 * executors of a WebSocket message broker have a use of their own.
 */
class DefaultExecutorCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final Set<String> BROKER = Set.of("clientInboundChannelExecutor", "clientOutboundChannelExecutor",
			"brokerChannelExecutor");

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConfigurableListableBeanFactory beans = context.getBeanFactory();
		List<String> executors = (beans != null) ? executors(beans) : List.of();
		ConditionMessage.Builder message = ConditionMessage.forCondition("default executor");
		return (executors.isEmpty()) ? ConditionOutcome.match(message.didNotFind("another executor").atAll())
				: ConditionOutcome.noMatch(message.found("executor", "executors").items(executors));
	}

	/**
	 * Returns the names of the application's executors for general use.
	 */
	static List<String> executors(ConfigurableListableBeanFactory beans) {
		return Arrays.stream(beans.getBeanNamesForType(Executor.class, true, false))
			.filter((name) -> !BROKER.contains(name) && !isScheduler(beans, name)
					&& !beans.isTypeMatch(name, BoundedExecutor.class) && isCandidate(beans, name))
			.toList();
	}

	/**
	 * A fork-join pool is a {@link ScheduledExecutorService} since JDK 25, but is used as
	 * it was before.
	 */
	private static boolean isScheduler(ConfigurableListableBeanFactory beans, String name) {
		return beans.isTypeMatch(name, TaskScheduler.class) || (beans.isTypeMatch(name, ScheduledExecutorService.class)
				&& !beans.isTypeMatch(name, ForkJoinPool.class));
	}

	private static boolean isCandidate(ConfigurableListableBeanFactory beans, String name) {
		BeanDefinition definition = (beans.containsBeanDefinition(name)) ? beans.getMergedBeanDefinition(name) : null;
		return definition == null || (definition.isAutowireCandidate()
				&& (!(definition instanceof AbstractBeanDefinition bean) || bean.isDefaultCandidate()));
	}

}
