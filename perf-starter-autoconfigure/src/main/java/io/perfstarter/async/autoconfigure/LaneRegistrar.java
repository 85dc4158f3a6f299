package io.perfstarter.async.autoconfigure;

import java.util.Map;

import io.perfstarter.async.Lane;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers each configured lane as a bean of its name, which is no candidate where an
 * executor is wanted without a name.
 */
class LaneRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	LaneRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(AsyncProperties.PREFIX + ".lanes", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet()
			.forEach((name) -> register(name, registry));
	}

	private static void register(String name, BeanDefinitionRegistry registry) {
		if (registry.isBeanNameInUse(name)) {
			throw new LaneNameException(name,
					(registry.containsBeanDefinition(name)) ? registry.getBeanDefinition(name) : null);
		}
		RootBeanDefinition definition = new RootBeanDefinition(Lane.class);
		definition.setFactoryBeanName(AsyncAutoConfiguration.FACTORY);
		definition.setFactoryMethodName("named");
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
		definition.setDefaultCandidate(false);
		registry.registerBeanDefinition(name, definition);
	}

}
