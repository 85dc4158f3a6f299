package io.perfstarter.settings.strict;

import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Describes an invalid {@code perf-starter} property, for which Spring Boot reports only
 * that binding failed, or nothing if the property is not set.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {

	private final Environment environment;

	InvalidSettingFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure,
			InvalidConfigurationPropertyValueException cause) {
		String name = cause.getName();
		if (!name.startsWith("perf-starter.")) {
			return null;
		}
		String value = (cause.getValue() != null) ? "cannot be '" + cause.getValue() + "'" : "is not set";
		return HelpPage.of(name)
			.analysis("The property '%s' %s%s.".formatted(name, value, origin(name)), cause.getReason(), cause);
	}

	private String origin(String property) {
		ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			ConfigurationProperty found = source.getConfigurationProperty(name);
			if (found != null && found.getOrigin() != null) {
				return origin(found);
			}
		}
		return "";
	}

	/**
	 * Returns where a property is set, in brackets after a space; empty if that is
	 * unknown.
	 */
	static String origin(ConfigurationProperty property) {
		return (property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "";
	}

}
