package io.perfstarter.settings.autoconfigure;

import java.util.regex.Pattern;

import org.springframework.boot.context.properties.source.ConfigurationProperty;

/**
 * An unknown setting and the nearest known one.
 *
 * @param property the setting with its value and origin
 * @param nearest the nearest known setting
 */
record UnknownSetting(ConfigurationProperty property, NearestSetting nearest) {

	private static final Pattern SENSITIVE = Pattern
		.compile("(?i).*(pass|secret|token|credential|user|url|header|body|key).*");

	String description() {
		String name = this.property.getName().toString();
		boolean shown = !SENSITIVE.matcher(name).matches() && !SENSITIVE.matcher(this.nearest.name()).matches();
		return "The property '%s'%s is unknown%s.".formatted(name,
				shown ? " with the value '" + this.property.getValue() + "'" : "",
				(this.property.getOrigin() != null) ? " (" + this.property.getOrigin() + ")" : "");
	}

	String remedy() {
		return this.nearest.renamed() ? "It was renamed to '%s'.".formatted(this.nearest.name())
				: "The nearest known property is '%s'.".formatted(this.nearest.name());
	}

}
