package io.perfstarter.settings.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;

/**
 * Describes what a feature lacks, or a setting below {@code perf-starter} that is
 * invalid, unknown or not of its type. Spring Boot reports only that binding failed, or
 * nothing if the setting is missing, and cannot name the page of the feature.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class SettingFailureAnalyzer extends AbstractFailureAnalyzer<Throwable> {

	private final Environment environment;

	SettingFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, Throwable cause) {
		CannotStartException missing = findCause(rootFailure, CannotStartException.class);
		if (missing != null) {
			return missing.page().analysis(missing.getMessage(), missing.getAction(), missing);
		}
		// If one of our converters refuses a value, its reason says more than the failure
		// of the binding.
		InvalidConfigurationPropertyValueException invalid = findCause(rootFailure,
				InvalidConfigurationPropertyValueException.class);
		if (invalid != null && invalid.getName().startsWith("perf-starter.")) {
			return invalid(invalid);
		}
		UnboundConfigurationPropertiesException unbound = findCause(rootFailure,
				UnboundConfigurationPropertiesException.class);
		BindException unbindable = findCause(rootFailure, BindException.class);
		if (unbound != null) {
			return unknown(unbound);
		}
		return (unbindable != null) ? unconvertible(unbindable) : null;
	}

	private FailureAnalysis invalid(InvalidConfigurationPropertyValueException cause) {
		String name = cause.getName();
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

	private static @Nullable FailureAnalysis unknown(UnboundConfigurationPropertiesException cause) {
		List<UnknownSetting> unknown = UnknownSetting.of(cause)
			.filter((setting) -> StrictSettings.PREFIX.isAncestorOf(setting.property().getName()))
			.toList();
		if (unknown.isEmpty()) {
			return null;
		}
		String newLine = System.lineSeparator();
		return HelpPage.PROPERTIES.analysis(
				unknown.stream().map(UnknownSetting::description).collect(Collectors.joining(newLine)),
				unknown.stream().map(UnknownSetting::remedy).distinct().collect(Collectors.joining(newLine)) + newLine
						+ "If versions of the application share this configuration, set 'perf-starter.strict: warn'.",
				cause);
	}

	private static @Nullable FailureAnalysis unconvertible(BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		if (property == null || !StrictSettings.PREFIX.isAncestorOf(property.getName())
				|| !(cause.getCause() instanceof ConversionException conversion)) {
			return null;
		}
		String name = property.getName().toString();
		return HelpPage.of(name)
			.analysis("The property '%s' cannot be '%s'%s.".formatted(name, property.getValue(), origin(property)),
					reason(cause.getTarget().getType().toClass(), conversion), cause);
	}

	private static String reason(Class<?> type, ConversionException conversion) {
		if (type.isEnum()) {
			return "It must be one of: %s.".formatted(Stream.of(type.getEnumConstants())
				.map((value) -> ((Enum<?>) value).name().toLowerCase(Locale.ROOT).replace('_', '-'))
				.collect(Collectors.joining(", ")));
		}
		if (type == Duration.class) {
			return "It must be a duration with its unit, such as 500ms, 20s or 5m.";
		}
		return "It must be a value of the type %s: %s".formatted(type.getSimpleName(),
				NestedExceptionUtils.getMostSpecificCause(conversion).getMessage());
	}

}
