package io.perfstarter.settings.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import org.apache.commons.logging.Log;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.StringUtils;

/**
 * Stops the start when a setting below {@code perf-starter} is unknown, because a
 * misspelt key would leave a default in force.
 */
class SettingsEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	private final Log logger;

	SettingsEnvironmentPostProcessor(DeferredLogFactory logFactory) {
		this.logger = logFactory.getLog(SettingsEnvironmentPostProcessor.class);
	}

	/**
	 * Returns an order after everything that adds properties, and before the first reader
	 * of our settings.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE - 1;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		Set<String> variables = new TreeSet<>();
		List<ConfigurationProperty> settings = new ArrayList<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource system) {
				for (String name : system.getPropertyNames()) {
					if (name.toUpperCase(Locale.ROOT).matches("PERF_?STARTER_.+")) {
						variables.add(name);
					}
				}
			}
			else if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream()
					.filter((name) -> KnownSettings.PREFIX.isAncestorOf(name) || KnownSettings.PREFIX.equals(name))
					.map(iterable::getConfigurationProperty)
					.forEach(settings::add);
			}
		}
		if (variables.isEmpty() && settings.isEmpty()) {
			return;
		}
		KnownSettings known = KnownSettings.load(application.getClassLoader());
		if (known.isEmpty()) {
			this.logger.warn("Unknown settings are not detected, because the configuration metadata of perf-starter is "
					+ "not on the class path");
			return;
		}
		variables.removeIf(known::containsVariable);
		if (!variables.isEmpty()) {
			this.logger.warn("Unknown environment variables have no effect: " + String.join(", ", variables));
		}
		Strictness strictness = strictness(environment);
		List<UnknownSetting> unknown = settings.stream()
			.filter((setting) -> !known.contains(setting.getName(), isEmpty(setting)))
			.map((setting) -> new UnknownSetting(setting, known.nearest(setting.getName())))
			.toList();
		if (unknown.isEmpty()) {
			return;
		}
		if (strictness == Strictness.FAIL) {
			throw new UnknownSettingsException(unknown);
		}
		unknown.forEach((setting) -> this.logger.warn(setting.description() + " " + setting.remedy()));
	}

	private static Strictness strictness(ConfigurableEnvironment environment) {
		return Binder.get(environment)
			.bind(ConfigurationPropertyName.of("perf-starter.strict"), Bindable.of(Strictness.class))
			.orElse(Strictness.FAIL);
	}

	/**
	 * Returns whether the value is empty. Spring Boot converts an empty YAML map to an
	 * empty value.
	 */
	private static boolean isEmpty(ConfigurationProperty setting) {
		return !StringUtils.hasLength(String.valueOf(setting.getValue()));
	}

}
