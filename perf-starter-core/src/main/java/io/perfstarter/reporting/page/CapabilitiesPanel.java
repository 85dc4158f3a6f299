package io.perfstarter.reporting.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Shows how each time component is measured, or that it is not measured.
 *
 * @param capabilities the descriptions by the name of the component
 */
record CapabilitiesPanel(Map<String, String> capabilities) implements Panel {

	@Override
	public void writeTo(Html html) {
		html.open("section", "id", "measured", "aria-labelledby", "measured-title");
		html.element("h2", "What is measured", "id", "measured-title");
		html.open("dl", "class", "measured");
		all().forEach((name, how) -> html.open("div").element("dt", title(name)).element("dd", how).close());
		html.close().close();
	}

	private Map<String, String> all() {
		Map<String, String> all = new LinkedHashMap<>();
		Arrays.stream(TimeComponent.values())
			.map(TimeComponent::label)
			.forEach((component) -> all.put(component, Figures.NOT_MEASURED));
		all.putAll(this.capabilities);
		return all;
	}

	private static String title(String label) {
		return Arrays.stream(TimeComponent.values())
			.filter((component) -> component.label().equals(label))
			.findFirst()
			.map(TimeComponent::title)
			.orElse(label);
	}

}
