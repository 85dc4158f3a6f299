package io.perfstarter.reporting.page;

import java.util.List;

import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.window.Figures;

/**
 * Shows the slowest requests with the time breakdown of each.
 *
 * @param slowest the requests, slowest first
 * @param timeline formats times
 */
record SlowestPanel(List<JudgedRequest> slowest, Timeline timeline) {

	private static final int UNFOLDED = 6;

	private static final int SHOWN = 50;

	/**
	 * Maximum length of the HTML, in characters, before details are omitted.
	 */
	private static final int ROOM = 36 * 1024;

	void writeTo(Html html) {
		html.section("slowest", "Slowest requests");
		if (this.slowest.isEmpty()) {
			html.element("p", "No request was slow.").close();
			return;
		}
		StackedBar.writeLegendTo(html);
		int shown = Math.min(SHOWN, this.slowest.size());
		int unfolded = Math.min(UNFOLDED, shown);
		int end = html.length() + ROOM;
		int bare = writeListTo(html, this.slowest.subList(0, unfolded), end);
		if (shown > unfolded) {
			html.open("details").element("summary", "The next " + (shown - unfolded));
			bare += writeListTo(html, this.slowest.subList(unfolded, shown), end);
			html.close();
		}
		writeLeftOutTo(html, this.slowest.size() - shown, bare);
		html.close();
	}

	private int writeListTo(Html html, List<JudgedRequest> requests, int end) {
		int bare = 0;
		html.open("ol", "class", "requests");
		for (JudgedRequest request : requests) {
			RequestRow row = new RequestRow(request, this.timeline);
			html.open("li");
			row.writeTo(html);
			if (html.length() < end) {
				row.writeDetailsTo(html);
			}
			else {
				bare++;
			}
			html.close();
		}
		html.close();
		return bare;
	}

	private static void writeLeftOutTo(Html html, int requests, int bare) {
		if (requests > 0 || bare > 0) {
			html.open("p", "class", "quiet");
			html.text((requests > 0) ? "Not shown: " + Figures.counted(requests, "further request") + ". " : "");
			html.text((bare > 0) ? "Without details: the last " + bare + " requests. " : "");
			html.text("The JSON format of this page has all of them.").close();
		}
	}

}
