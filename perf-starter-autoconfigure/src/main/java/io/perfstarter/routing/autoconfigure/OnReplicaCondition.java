package io.perfstarter.routing.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when a replica is configured under {@code perf-starter.routing.replicas} or by
 * a {@link ReplicaConnectionDetails} bean. Reads bean definitions only and creates no
 * bean.
 */
class OnReplicaCondition extends SpringBootCondition implements ConfigurationCondition {

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Replica");
		List<String> replicas = new ArrayList<>(configured(context.getEnvironment()));
		ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
		if (beanFactory != null) {
			replicas
				.addAll(Arrays.asList(beanFactory.getBeanNamesForType(ReplicaConnectionDetails.class, true, false)));
		}
		return (replicas.isEmpty())
				? ConditionOutcome.noMatch(message.because(
						"no replica is configured under " + RoutingProperties.REPLICAS + ", and no bean supplies one"))
				: ConditionOutcome.match(message.foundExactly(replicas));
	}

	/**
	 * Returns the replicas configured by properties.
	 * @param environment the environment
	 * @return their names
	 */
	static List<String> configured(Environment environment) {
		return Binder.get(environment)
			.bind(RoutingProperties.REPLICAS, Bindable.mapOf(String.class, Object.class))
			.map((replicas) -> List.copyOf(replicas.keySet()))
			.orElse(List.of());
	}

}
