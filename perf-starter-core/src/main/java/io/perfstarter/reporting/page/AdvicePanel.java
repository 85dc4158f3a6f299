package io.perfstarter.reporting.page;

import java.util.List;

import io.perfstarter.reporting.Finding;
import io.perfstarter.reporting.window.Figures;

/**
 * Shows advice, which exists before requests are slow.
 *
 * @param advice the advice
 */
record AdvicePanel(List<Finding> advice) {

	private static final int SHOWN = 20;

	private static final int SENTENCE = 400;

	void writeTo(Html html) {
		html.section("advice", "Advice");
		if (this.advice.isEmpty()) {
			html.element("p", "No setting needs a change.");
		}
		for (Finding finding : this.advice.subList(0, Math.min(SHOWN, this.advice.size()))) {
			html.open("article").element("h3", Figures.shortened(finding.title(), SENTENCE));
			html.element("p", Figures.shortened(finding.sentence(), SENTENCE));
			html.open("details").element("summary", "Based on").open("ul");
			finding.details()
				.stream()
				.limit(SHOWN)
				.forEach((detail) -> html.element("li", Figures.shortened(detail, SENTENCE)));
			html.close().close().close();
		}
		html.notShown(this.advice.size() - SHOWN, "finding").close();
	}

}
