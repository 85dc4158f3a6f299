package io.perfstarter.reporting.page;

import java.util.Map;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Shows how each time component is measured, or that it is not measured.
 *
 * @param capabilities the descriptions by the label of the component
 */
record CapabilitiesPanel(Map<String, String> capabilities) {

	void writeTo(Html html) {
		html.section("measured", "What is measured").open("dl", "class", "measured");
		for (TimeComponent component : TimeComponent.values()) {
			String how = this.capabilities.getOrDefault(component.label(), Figures.NOT_MEASURED);
			html.open("div").element("dt", component.title()).element("dd", how).close();
		}
		html.close().close();
	}

}
