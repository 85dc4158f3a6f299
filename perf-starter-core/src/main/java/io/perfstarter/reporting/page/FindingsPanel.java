package io.perfstarter.reporting.page;

import java.util.List;

import io.perfstarter.reporting.Finding;
import io.perfstarter.reporting.window.Figures;

/**
 * Shows advice, which exists before requests are slow.
 *
 * @param id the id of the section in URLs
 * @param title the title
 * @param nothing the text if there are no findings
 * @param findings the findings
 */
record FindingsPanel(String id, String title, String nothing, List<Finding> findings) implements Panel {

	private static final int SHOWN = 20;

	private static final int SENTENCE = 400;

	@Override
	public void writeTo(Html html) {
		html.open("section", "id", this.id, "aria-labelledby", this.id + "-title");
		html.element("h2", this.title, "id", this.id + "-title");
		if (this.findings.isEmpty()) {
			html.element("p", this.nothing);
		}
		for (Finding finding : this.findings.subList(0, Math.min(SHOWN, this.findings.size()))) {
			html.open("article").element("h3", Figures.shortened(finding.title(), SENTENCE));
			html.element("p", Figures.shortened(finding.sentence(), SENTENCE));
			if (!finding.details().isEmpty()) {
				html.open("details").element("summary", "Based on").open("ul");
				finding.details()
					.stream()
					.limit(SHOWN)
					.forEach((detail) -> html.element("li", Figures.shortened(detail, SENTENCE)));
				html.close().close();
			}
			html.close();
		}
		if (this.findings.size() > SHOWN) {
			html.element("p", "Not shown: " + Figures.counted(this.findings.size() - SHOWN, "further finding") + ".",
					"class", "quiet");
		}
		html.close();
	}

}
