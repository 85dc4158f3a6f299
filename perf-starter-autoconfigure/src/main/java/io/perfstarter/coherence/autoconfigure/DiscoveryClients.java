package io.perfstarter.coherence.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

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
 * Finds the discovery clients of Spring Cloud by their bean definitions, and creates none
 * of them. Used only if Spring Cloud is on the class path.
 */
final class DiscoveryClients {

	static final String SIMPLE_INSTANCES = "spring.cloud.discovery.client.simple.instances";

	private static final List<String> FILTERS = List.of("spring.cloud.consul.discovery.default-query-tag",
			"spring.cloud.kubernetes.discovery.filter");

	private static final List<String> FILTERS_BY_NAME = List.of("spring.cloud.consul.discovery.server-list-query-tags",
			"spring.cloud.kubernetes.discovery.service-labels");

	private static final Log logger = LogFactory.getLog(DiscoveryClients.class);

	private DiscoveryClients() {
	}

	/**
	 * Warns of settings with which a discovery client leaves out instances, such as
	 * instances of another group that use the same database.
	 */
	static void warnIfFiltered(Environment environment) {
		Bindable<Map<String, String>> values = Bindable.mapOf(String.class, String.class);
		Stream
			.concat(FILTERS.stream().filter(environment::containsProperty),
					FILTERS_BY_NAME.stream().filter((name) -> Binder.get(environment).bind(name, values).isBound()))
			.forEach((name) -> logger.warn(
					"'%s' filters the instances that are found. The other instances receive no evictions, even if they use the same data. Remove it, or use 'perf-starter.coherence.log'"
						.formatted(name)));
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
