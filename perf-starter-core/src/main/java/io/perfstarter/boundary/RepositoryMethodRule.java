package io.perfstarter.boundary;

import java.lang.reflect.Method;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.StringUtils;

/**
 * Tells from a declared query method of Spring Data JPA or JDBC what it does. Knows their
 * annotations by name, because an application has one, the other, or both.
 */
final class RepositoryMethodRule {

	private static final String JPA = "org.springframework.data.jpa.repository.";

	private static final String JDBC = "org.springframework.data.jdbc.repository.query.";

	private static final Pattern READING_NAME = Pattern
		.compile("(find|read|get|query|search|stream|count|exists)(\\p{Lu}.*)?");

	private static final Pattern DELETING_NAME = Pattern.compile("(delete|remove)(\\p{Lu}.*)?");

	/**
	 * All but those that only look whether a version has changed.
	 */
	private static final Pattern LOCK = Pattern.compile("PESSIMISTIC_.*|OPTIMISTIC_FORCE_INCREMENT|WRITE");

	private RepositoryMethodRule() {
	}

	/**
	 * What a method does.
	 * @param method the method
	 * @return what it does, or {@code null} if it is to be left alone
	 */
	static @Nullable RepositoryAccess access(Method method) {
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
			// Without @Modifying Spring Data takes nothing but queries in JPQL.
			return (jpa.getBoolean("nativeQuery")) ? RepositoryStatement.access(jpa.getString("value"))
					: RepositoryAccess.READS;
		}
		MergedAnnotation<?> jdbc = annotations.get(JDBC + "Query");
		return (hasStatement(jdbc)) ? RepositoryStatement.access(jdbc.getString("value")) : byName(method.getName());
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

}
