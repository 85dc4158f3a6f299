package io.perfstarter.settings.strict;

import java.util.List;
import java.util.stream.Collectors;

import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Names each unknown setting, its origin and the settings that there are in its place.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class UnknownSettingsFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
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

}
