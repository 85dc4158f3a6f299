package io.perfstarter.reporting.page;

import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.StatementUse;

/**
 * Shows figures in a table.
 *
 * @param title the title
 * @param columns the column headers
 * @param rows the rows; the first cell of each is its header
 */
record DataTable(String title, List<String> columns, List<List<String>> rows) {

	private static final int TEXT = 240;

	/**
	 * Returns the tables with the costs of statements and remote calls that are not
	 * empty.
	 */
	static List<DataTable> costs(RequestFigures figures) {
		return Stream
			.of(new DataTable("Statements", List.of("statement", "executed", "time", "longest", "rows"),
					figures.costliest().stream().map(DataTable::row).toList()),
					new DataTable("Remote calls", List.of("remote call", "called", "time"),
							figures.remotes().stream().map(DataTable::row).toList()))
			.filter((table) -> !table.rows.isEmpty())
			.toList();
	}

	private static List<String> row(StatementUse statement) {
		return List.of(Figures.shortened(statement.sql(), TEXT), "× " + statement.executions(),
				Figures.time(statement.nanos()), Figures.time(statement.longest()), "" + statement.rows());
	}

	private static List<String> row(RemoteUse remote) {
		return List.of(Figures.shortened(remote.target(), TEXT), "× " + remote.calls(), Figures.time(remote.nanos()));
	}

	/**
	 * Writes this table, collapsed.
	 */
	void writeCollapsedTo(Html html) {
		html.open("details").element("summary", "Figures: " + this.title).scroll("div", this.title);
		writeTo(html);
		html.close().close();
	}

	void writeTo(Html html) {
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
