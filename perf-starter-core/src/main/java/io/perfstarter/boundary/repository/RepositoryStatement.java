package io.perfstarter.boundary.repository;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.perfstarter.jdbc.AdvisoryLock;

/**
 * Determines from the keywords of an SQL statement whether it reads or writes.
 */
final class RepositoryStatement {

	/**
	 * Comments, literals, quoted names and SpEL expressions, which contain no keywords.
	 */
	private static final Pattern QUOTED = Pattern.compile("--[^\n]*|/\\*.*?\\*/|'(?:[^']++|'')*+'|\"[^\"]*+\"|`[^`]*+`"
			+ "|\\$(\\w*)\\$.*?\\$\\1\\$|[:?]?#\\{[^}]*+}", Pattern.DOTALL);

	private static final Pattern FIRST_WORD = Pattern.compile("[\\s(]*(\\w+)");

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
		String words = QUOTED.matcher(sql).replaceAll(" ");
		Matcher first = FIRST_WORD.matcher(words);
		String verb = (first.lookingAt()) ? first.group(1).toLowerCase(Locale.ROOT) : "";
		if (QUERIES.contains(verb)) {
			return (CHANGE_IN_QUERY.matcher(words).find() || AdvisoryLock.isIn(words)) ? RepositoryAccess.WRITES
					: RepositoryAccess.READS;
		}
		return (CHANGES.contains(verb)) ? RepositoryAccess.WRITES : RepositoryAccess.UNCLEAR;
	}

}
