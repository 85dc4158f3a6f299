package io.perfstarter.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The types that applications import, and the page generated from them.
 */
final class ApiReference {

	private static final String PACKAGE = "io.perfstarter.";

	private static final Pattern LINK = Pattern.compile("\\{@\\w+ (?:#|[\\w.]+#)?([^}]*)}");

	/**
	 * The names of the types below {@code io.perfstarter}. A type joins this list on
	 * purpose, stands in the root package of its feature, and keeps its name from then
	 * on.
	 */
	static final SortedSet<String> TYPES = new TreeSet<>(Stream
		.of("async.ExecutorFullException", "async.PageDeadlineExceededException", "async.PageFunction",
				"async.PageMapper", "async.PageMapping", "boundary.AllowRemoteCall",
				"boundary.RemoteCallInTransactionException", "eviction.EvictTicketCache", "eviction.EvictTicketCaches",
				"eviction.Eviction", "eviction.EvictionStrategy", "eviction.TicketCacheEvictor", "routing.PrimaryRead",
				"routing.ReadYourWrites", "routing.WriteInReadOnlyTransactionException", "warmup.AotCache",
				"warmup.CallReport", "warmup.Outcome", "warmup.TaskReport", "warmup.WarmupCompletedEvent",
				"warmup.WarmupContext", "warmup.WarmupGate", "warmup.WarmupPhase", "warmup.WarmupReport",
				"warmup.WarmupTask")
		.toList());

	/**
	 * The one type that needs a type of Spring Boot, which core does without.
	 */
	private static final String OF_AUTOCONFIGURE = "routing.autoconfigure.ReplicaConnectionDetails";

	private ApiReference() {
	}

	static String markdown() {
		StringBuilder page = new StringBuilder(
				"""
						# API

						The types that applications import. All other types are internal, even if they are public, and change without notice.
						Generated from the sources. To generate the page anew:
						`./mvnw -pl perf-starter-core,perf-starter-autoconfigure test -Dtest=ApiReferenceTests -Dsurefire.failIfNoSpecifiedTests=false -Dreference.write=true`

						| type | description |
						|---|---|
						""");
		TYPES.forEach((type) -> append(page, "perf-starter-core", type));
		append(page, "perf-starter-autoconfigure", OF_AUTOCONFIGURE);
		return page.toString();
	}

	private static void append(StringBuilder page, String module, String type) {
		page.append("| `%s` | %s |%n".formatted((PACKAGE + type).replace('$', '.'), description(module, type)));
	}

	/**
	 * Returns the first sentence of the Javadoc of a type.
	 */
	private static String description(String module, String type) {
		Path source = Path.of("..", module, "src", "main", "java",
				(PACKAGE + type).replaceFirst("\\$.*", "").replace('.', '/') + ".java");
		try {
			String simpleName = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
			Matcher javadoc = Pattern
				.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*(?:public |final |static )*"
						+ "(?:class|interface|@interface|record|enum) " + simpleName + "\\b", Pattern.DOTALL)
				.matcher(Files.readString(source));
			if (!javadoc.find()) {
				throw new IllegalStateException(type + " has no Javadoc");
			}
			String text = LINK.matcher(javadoc.group(1).replaceAll("\\s*\\n\\s*\\*\\s?", " "))
				.replaceAll("`$1`")
				.strip();
			return text.replaceFirst("(?s)\\.(\\s.*)?$", ".").replaceAll("(?s)<p>.*", "").replace("|", "\\|").strip();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
