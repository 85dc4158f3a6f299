package io.perfstarter.settings.autoconfigure;

import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Names the element that a list of a {@code perf-starter} property leaves out, of which
 * Spring Boot says only that the elements after it were left unbound.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class MissingElementFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
		ConfigurationProperty unbound = cause.getUnboundProperties().iterator().next();
		ConfigurationPropertySource source = unbound.getSource();
		if (source == null || !KnownSettings.PREFIX.isAncestorOf(unbound.getName())) {
			return null;
		}
		String property = unbound.getName().toString();
		String origin = InvalidSettingFailureAnalyzer.origin(unbound);
		return missing(source, unbound.getName()).map((missing) -> HelpPage.of(property)
			.analysis("The property '%s' is set%s, but '%s' is missing.".formatted(property, origin, missing),
					"Number the elements of the list from 0 without a gap, all in one source of properties.", cause))
			.orElse(null);
	}

	/**
	 * Returns the first element that a list must have if it has the given property.
	 */
	private static Optional<ConfigurationPropertyName> missing(ConfigurationPropertySource source,
			ConfigurationPropertyName name) {
		return IntStream.range(0, name.getNumberOfElements())
			.filter(name::isNumericIndex)
			.boxed()
			.flatMap((position) -> IntStream.range(0, Integer.parseInt(name.getElement(position, Form.ORIGINAL)))
				.mapToObj((index) -> name.chop(position).append("[" + index + "]")))
			.filter((element) -> !contains(source, element))
			.findFirst();
	}

	private static boolean contains(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		return source.getConfigurationProperty(name) != null
				|| source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT;
	}

}
