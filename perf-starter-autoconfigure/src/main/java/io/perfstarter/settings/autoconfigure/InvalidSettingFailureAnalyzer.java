package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
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
 * that binding failed.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private final Environment environment;

	InvalidSettingFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		InvalidConfigurationPropertyValueException invalid = findCause(cause,
				InvalidConfigurationPropertyValueException.class);
		if (invalid == null || !invalid.getName().startsWith("perf-starter.")) {
			return null;
		}
		String value = (invalid.getValue() != null) ? "cannot be '" + invalid.getValue() + "'" : "is not set";
		return new FailureAnalysis("The property '%s' %s%s.".formatted(invalid.getName(), value, origin(invalid)),
				invalid.getReason(), cause);
	}

	private String origin(InvalidConfigurationPropertyValueException invalid) {
		ConfigurationPropertyName name = ConfigurationPropertyName.adapt(invalid.getName(), '.');
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null && property.getOrigin() != null) {
				return " (" + property.getOrigin() + ")";
			}
		}
		return "";
	}

}
