package io.perfstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that no source compares the beginning of a package, because an application may be
 * in a package of any name, also below {@code org.springframework}.
 */
class PackageLiteralsTests {

	/**
	 * A literal that is the name of a package or the beginning of one. Literals that name
	 * a class contain an upper-case letter. Packages of the JDK are not matched, because
	 * no application can be in them.
	 */
	private static final Pattern PACKAGE = Pattern
		.compile("\"((?:com|dev|io|jakarta|javax|kotlin|net|org|reactor)(?:\\.[a-z0-9_]*)+)\"");

	/**
	 * The places that need the name of a package: the list of exact packages of Spring,
	 * names of annotations that are put together, and a request attribute.
	 * {@code StackMarks} names libraries whose frames show what a thread waits for.
	 */
	private static final Set<String> ALLOWED = Set.of("Annotatable: org.springframework.",
			"RepositoryMethodRule: org.springframework.data.jpa.repository.",
			"RepositoryMethodRule: org.springframework.data.jdbc.repository.query.",
			"WarmupFilter: io.perfstarter.warmup");

	@Test
	void noRuleDependsOnTheBeginningOfAPackage() throws IOException {
		Set<String> found = new TreeSet<>();
		for (String module : List.of("perf-starter-core", "perf-starter-autoconfigure")) {
			try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
				for (Path source : sources.filter((file) -> file.toString().endsWith(".java")).toList()) {
					String type = source.getFileName().toString().replace(".java", "");
					PACKAGE.matcher(Files.readString(source))
						.results()
						.filter((literal) -> !type.equals("StackMarks"))
						.forEach((literal) -> found.add(type + ": " + literal.group(1)));
				}
			}
		}
		assertThat(found).as("ApplicationCode knows the base packages of the application")
			.containsExactlyInAnyOrderElementsOf(ALLOWED);
	}

}
