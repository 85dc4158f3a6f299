package io.perfstarter.health.autoconfigure;

import java.util.function.Supplier;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;

/**
 * Enters a health indicator of ours under the name that users see, which is no name of a
 * bean, unless the application has one of that name.
 */
public final class HealthEntry implements BeanPostProcessor {

	private final String name;

	private final Supplier<HealthIndicator> indicator;

	/**
	 * Takes the indicator to enter.
	 * @param name the name that users see
	 * @param indicator makes the indicator when the registry is there
	 */
	public HealthEntry(String name, Supplier<HealthIndicator> indicator) {
		this.name = name;
		this.indicator = indicator;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof HealthContributorRegistry registry && registry.getContributor(this.name) == null) {
			registry.registerContributor(this.name, this.indicator.get());
		}
		return bean;
	}

}
