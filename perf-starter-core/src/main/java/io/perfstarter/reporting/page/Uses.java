package io.perfstarter.reporting.page;

import java.util.List;

import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.StatementUse;

/**
 * Writes tables with the costs of statements and remote calls.
 */
final class Uses {

	private static final int TEXT = 240;

	private Uses() {
	}

	static DataTable ofStatements(List<StatementUse> statements) {
		return new DataTable("Statements", List.of("statement", "executed", "time", "longest", "rows"),
				statements.stream().map(Uses::row).toList());
	}

	static DataTable ofRemotes(List<RemoteUse> remotes) {
		return new DataTable("Remote calls", List.of("remote call", "called", "time"),
				remotes.stream().map(Uses::row).toList());
	}

	private static List<String> row(StatementUse statement) {
		return List.of(Figures.shortened(statement.sql(), TEXT), "× " + statement.executions(),
				Figures.time(statement.nanos()), Figures.time(statement.longest()), "" + statement.rows());
	}

	private static List<String> row(RemoteUse remote) {
		return List.of(Figures.shortened(remote.target(), TEXT), "× " + remote.calls(), Figures.time(remote.nanos()));
	}

}
