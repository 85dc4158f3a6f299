package io.perfstarter.settings.autoconfigure;

import java.util.stream.Collectors;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Names each unknown setting, its origin and the setting to write instead.
 */
class UnknownSettingsFailureAnalyzer extends AbstractFailureAnalyzer<UnknownSettingsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnknownSettingsException cause) {
		String newLine = System.lineSeparator();
		return HelpPage.PROPERTIES.analysis(
				cause.settings().stream().map(UnknownSetting::description).collect(Collectors.joining(newLine)),
				cause.settings().stream().map(UnknownSetting::remedy).collect(Collectors.joining(newLine)) + newLine
						+ "If versions of the application share this configuration, set 'perf-starter.strict: warn'.",
				cause);
	}

}
