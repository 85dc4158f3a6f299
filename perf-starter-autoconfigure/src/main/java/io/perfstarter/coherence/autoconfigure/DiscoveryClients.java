package io.perfstarter.coherence.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClient;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryClient;
import org.springframework.core.env.Environment;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Finds the discovery clients of Spring Cloud by their bean definitions; none is created.
 * Used only if Spring Cloud is on the class path.
 */
final class DiscoveryClients {

	static final String SIMPLE_INSTANCES = "spring.cloud.discovery.client.simple.instances";

	private DiscoveryClients() {
	}

	static List<String> names(ConfigurableListableBeanFactory beanFactory, Environment environment) {
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
