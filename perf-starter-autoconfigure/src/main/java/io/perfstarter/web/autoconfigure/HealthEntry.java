package io.perfstarter.web.autoconfigure;

import java.util.function.Supplier;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;

/**
 * Registers a health indicator under a name that is not a bean name, unless the
 * application has an indicator of that name.
 *
 * @param name the name in the health endpoint
 * @param indicator creates the indicator when the registry is available
 */
public record HealthEntry(String name, Supplier<HealthIndicator> indicator) implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof HealthContributorRegistry registry && registry.getContributor(this.name) == null) {
			registry.registerContributor(this.name, this.indicator.get());
		}
		return bean;
	}

}
