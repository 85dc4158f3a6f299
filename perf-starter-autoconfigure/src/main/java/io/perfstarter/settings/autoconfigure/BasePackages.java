package io.perfstarter.settings.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.perfstarter.support.ApplicationCode;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Finds the code of the application by its base packages: the packages of Boot's
 * auto-configuration. If there are none, the package of the first configuration class
 * counts, which usually is the main class.
 */
public final class BasePackages {

	private BasePackages() {
	}

	/**
	 * Returns the code of an application.
	 * @param beanFactory the bean factory of the application
	 * @return its code
	 */
	public static ApplicationCode of(ConfigurableListableBeanFactory beanFactory) {
		return new ApplicationCode(AutoConfigurationPackages.has(beanFactory)
				? AutoConfigurationPackages.get(beanFactory) : ofFirstConfiguration(beanFactory));
	}

	private static List<String> ofFirstConfiguration(ConfigurableListableBeanFactory beanFactory) {
		return Arrays.stream(beanFactory.getBeanDefinitionNames())
			.map((name) -> beanFactory.getType(name, false))
			.filter(Objects::nonNull)
			.filter((type) -> AnnotatedElementUtils.hasAnnotation(type, Configuration.class))
			.limit(1)
			.map(Class::getPackageName)
			.toList();
	}

}
