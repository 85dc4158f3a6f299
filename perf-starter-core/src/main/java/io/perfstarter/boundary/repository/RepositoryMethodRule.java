package io.perfstarter.boundary.repository;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

import io.perfstarter.jdbc.SqlStatement;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;
import org.springframework.util.StringUtils;

/**
 * Determines whether a declared query method of Spring Data JPA or JDBC reads or writes.
 * Refers to annotations by name, because an application may have only one of the
 * libraries.
 */
final class RepositoryMethodRule {

	private static final String JPA = "org.springframework.data.jpa.repository.";

	private static final String JDBC = "org.springframework.data.jdbc.repository.query.";

	private static final String NAMED_QUERY = "jakarta.persistence.NamedNativeQuery";

	private static final Pattern READING_NAME = Pattern
		.compile("(find|read|get|query|search|stream|count|exists)(\\p{Lu}.*)?");

	private static final Pattern DELETING_NAME = Pattern.compile("(delete|remove)(\\p{Lu}.*)?");

	// All lock modes that lock rows or increment a version.
	private static final Pattern LOCK = Pattern.compile("PESSIMISTIC_.*|OPTIMISTIC_FORCE_INCREMENT|WRITE");

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

	private RepositoryMethodRule() {
	}

	/**
	 * Returns how a method accesses the database.
	 * @param method the method
	 * @param entity the type of the repository's entities, which may declare native
	 * queries
	 * @return the access, or {@code null} if the method gets no transaction
	 */
	static @Nullable RepositoryAccess access(Method method, Class<?> entity) {
		if (method.isDefault() || BaseStream.class.isAssignableFrom(method.getReturnType())) {
			return null;
		}
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		if (isModifying(annotations) || isLocking(annotations)) {
			return RepositoryAccess.WRITES;
		}
		if (annotations.isPresent(JPA + "query.Procedure")) {
			return RepositoryAccess.UNCLEAR;
		}
		MergedAnnotation<?> jpa = annotations.get(JPA + "Query");
		if (hasStatement(jpa)) {
			// Without @Modifying Spring Data accepts only JPQL queries, which cannot
			// write.
			return (jpa.getBoolean("nativeQuery")) ? access(jpa.getString("value")) : RepositoryAccess.READS;
		}
		MergedAnnotation<?> jdbc = annotations.get(JDBC + "Query");
		if (hasStatement(jdbc)) {
			return access(jdbc.getString("value"));
		}
		String named = jpa.getValue("name", String.class).filter(StringUtils::hasText).orElse("." + method.getName());
		return MergedAnnotations.from(entity, SearchStrategy.TYPE_HIERARCHY, RepeatableContainers.standardRepeatables())
			.stream(NAMED_QUERY)
			.filter((query) -> query.getString("name").endsWith(named))
			.findFirst()
			.map((query) -> access(query.getString("query")))
			.orElseGet(() -> byName(method.getName()));
	}

	private static boolean isModifying(MergedAnnotations annotations) {
		return annotations.isPresent(JPA + "Modifying") || annotations.isPresent(JDBC + "Modifying");
	}

	private static boolean isLocking(MergedAnnotations annotations) {
		return Stream.of(JPA + "Lock", "org.springframework.data.relational.repository.Lock")
			.map(annotations::get)
			.flatMap((lock) -> lock.getValue("value").stream())
			.anyMatch((mode) -> mode instanceof Enum<?> constant && LOCK.matcher(constant.name()).matches());
	}

	private static boolean hasStatement(MergedAnnotation<?> query) {
		return query.isPresent() && StringUtils.hasText(query.getString("value"));
	}

	private static RepositoryAccess byName(String name) {
		if (DELETING_NAME.matcher(name).matches()) {
			return RepositoryAccess.WRITES;
		}
		return (READING_NAME.matcher(name).matches()) ? RepositoryAccess.READS : RepositoryAccess.UNCLEAR;
	}

	/**
	 * Returns how a statement accesses the database. A query that calls an unknown
	 * function may read or write.
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

	/**
	 * How a query method accesses the database.
	 */
	enum RepositoryAccess {

		/**
		 * It only reads.
		 */
		READS,

		/**
		 * It writes or locks rows.
		 */
		WRITES,

		/**
		 * It may read or write.
		 */
		UNCLEAR

	}

}
