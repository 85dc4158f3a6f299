package io.perfstarter.coherence.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClient;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryClient;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches if the fan-out is not switched off and service discovery is present. Inspects
 * only bean definitions; no discovery client is created.
 */
class OnFanOutCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final String MODE = "perf-starter.coherence.fan-out";

	private static final String SIMPLE_INSTANCES = "spring.cloud.discovery.client.simple.instances";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Fan-out");
		if (mode(Binder.get(context.getEnvironment())) == FanOutMode.OFF) {
			return ConditionOutcome.noMatch(message.because("'%s' is off".formatted(MODE)));
		}
		ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
		List<String> clients = (beanFactory != null) ? clients(beanFactory, context.getEnvironment()) : List.of();
		if (clients.isEmpty()) {
			return ConditionOutcome.noMatch(message.because(
					"no discovery client lists other instances: there is none, or only Spring Cloud's composite and simple "
							+ "ones with no '%s'".formatted(SIMPLE_INSTANCES)));
		}
		return ConditionOutcome.match(message.found("discovery client", "discovery clients").items(clients));
	}

	/**
	 * Binds an enum, because YAML converts 'off' to 'false'.
	 */
	static FanOutMode mode(Binder binder) {
		return binder.bind(MODE, FanOutMode.class).orElse(FanOutMode.AUTO);
	}

	private static List<String> clients(ConfigurableListableBeanFactory beanFactory, Environment environment) {
		boolean simpleCounts = Binder.get(environment)
			.bind(SIMPLE_INSTANCES, Bindable.mapOf(String.class, Object.class))
			.map((instances) -> !instances.isEmpty())
			.orElse(false);
		List<String> clients = new ArrayList<>();
		for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, DiscoveryClient.class, true,
				false)) {
			if (!beanFactory.isTypeMatch(name, CompositeDiscoveryClient.class)
					&& (simpleCounts || !isSimple(beanFactory, name))) {
				clients.add(name);
			}
		}
		return clients;
	}

	private static boolean isSimple(ConfigurableListableBeanFactory beanFactory, String name) {
		if (beanFactory.isTypeMatch(name, SimpleDiscoveryClient.class)) {
			return true;
		}
		// Spring Cloud declares the bean with the type DiscoveryClient.
		BeanDefinition definition = beanFactory.containsBeanDefinition(name) ? beanFactory.getBeanDefinition(name)
				: null;
		MethodMetadata method = (definition instanceof AnnotatedBeanDefinition annotated)
				? annotated.getFactoryMethodMetadata() : null;
		return method != null && SimpleDiscoveryClient.class.getPackageName()
			.equals(ClassUtils.getPackageName(method.getDeclaringClassName()));
	}

}
