package io.perfstarter.reporting.page;

import java.util.List;

/**
 * Shows figures in a collapsible table.
 *
 * @param title the title
 * @param columns the column headers
 * @param rows the rows; the first cell of each is its header
 */
record DataTable(String title, List<String> columns, List<List<String>> rows) {

	void writeTo(Html html) {
		html.open("details").element("summary", "Figures: " + this.title);
		html.scroll("div", this.title);
		writeTableTo(html);
		html.close().close();
	}

	void writeTableTo(Html html) {
		html.open("table").element("caption", this.title, "class", "unseen").open("thead").open("tr");
		this.columns.forEach((column) -> html.element("th", column));
		html.close().close().open("tbody");
		for (List<String> row : this.rows) {
			html.open("tr").element("th", row.get(0));
			row.stream().skip(1).forEach((cell) -> html.element("td", cell));
			html.close();
		}
		html.close().close();
	}

}
