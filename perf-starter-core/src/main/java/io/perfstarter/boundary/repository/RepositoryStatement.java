package io.perfstarter.boundary.repository;

import java.util.Set;
import java.util.regex.Pattern;

import io.perfstarter.jdbc.SqlStatement;

/**
 * Determines from the keywords of an SQL statement whether it reads or writes. A query
 * that calls an unknown function may do either.
 */
final class RepositoryStatement {

	private static final Pattern SPEL = Pattern.compile("[:?]?#\\{[^}]*+}");

	private static final Set<String> QUERIES = Set.of("select", "with");

	private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge", "replace", "upsert",
			"truncate");

	/**
	 * Keywords by which a query writes or locks rows.
	 */
	private static final Pattern CHANGE_IN_QUERY = Pattern.compile("\\b(into|delete\\s+from|update\\b.*\\bset"
			+ "|for\\s+(no\\s+key\\s+update|update|key\\s+share|share)|lock\\s+in\\s+share\\s+mode|nextval|setval"
			+ "|next\\s+value\\s+for|pg_notify)\\b", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

	private RepositoryStatement() {
	}

	/**
	 * Returns how a statement accesses the database.
	 * @param sql the statement
	 * @return the access according to its keywords
	 */
	static RepositoryAccess access(String sql) {
		String text = SPEL.matcher(sql).replaceAll(" ");
		SqlStatement statement = SqlStatement.of(text);
		if (QUERIES.contains(statement.verb())) {
			if (CHANGE_IN_QUERY.matcher(statement.words()).find() || statement.usesAdvisoryLock()) {
				return RepositoryAccess.WRITES;
			}
			return statement.onlyReads() ? RepositoryAccess.READS : RepositoryAccess.UNCLEAR;
		}
		return (CHANGES.contains(statement.verb())) ? RepositoryAccess.WRITES : RepositoryAccess.UNCLEAR;
	}

}
