package io.perfstarter.settings.strict;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;

/**
 * Describes a {@code perf-starter} property whose value is not of its type, because the
 * message of Spring Boot cannot name the page of the feature.
 */
@Order(UnconvertibleSettingFailureAnalyzer.AFTER_INVALID_SETTINGS)
class UnconvertibleSettingFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	/**
	 * A converter of ours that refuses a value has the better reason.
	 */
	static final int AFTER_INVALID_SETTINGS = Ordered.HIGHEST_PRECEDENCE + 1;

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		if (property == null || !StrictSettings.PREFIX.isAncestorOf(property.getName())
				|| !(cause.getCause() instanceof ConversionException conversion)) {
			return null;
		}
		String name = property.getName().toString();
		String origin = InvalidSettingFailureAnalyzer.origin(property);
		return HelpPage.of(name)
			.analysis("The property '%s' cannot be '%s'%s.".formatted(name, property.getValue(), origin),
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
