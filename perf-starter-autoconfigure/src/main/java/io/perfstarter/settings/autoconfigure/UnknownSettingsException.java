package io.perfstarter.settings.autoconfigure;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown at the start when settings below {@code perf-starter} are unknown.
 */
class UnknownSettingsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<UnknownSetting> settings;

	UnknownSettingsException(List<UnknownSetting> settings) {
		super(settings.stream()
			.map((setting) -> setting.description() + " " + setting.remedy())
			.collect(Collectors.joining(" ")));
		this.settings = settings;
	}

	List<UnknownSetting> settings() {
		return this.settings;
	}

}
