package io.perfstarter.routing.autoconfigure;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests in a separate process that routing works without servlets, JPA and Actuator on
 * the class path.
 */
@Tag(Tier.ALL)
class JdbcClassPathTests {

	/**
	 * The class path of {@code spring-boot-starter-jdbc}, H2 and the artifact.
	 */
	private static final Pattern BROUGHT = Pattern
		.compile("(perf-starter-core|spring-boot|spring-boot-(autoconfigure|jdbc|transaction|persistence|sql)"
				+ "|spring-(core|beans|context|context-support|aop|expression|tx|jdbc)|HikariCP|h2|micrometer-(core|commons"
				+ "|observation)|context-propagation|HdrHistogram|LatencyUtils|ehcache-(api|core|impl)|statistics|jspecify|commons-logging"
				+ "|slf4j-api|jul-to-slf4j|log4j-(api|to-slf4j)|logback-(classic|core)|snakeyaml|jakarta.annotation-api)"
				+ "-[0-9].*\\.jar");

	@Test
	void readsFromTheReplica() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				classPath(), JdbcApplication.class.getName())
			.redirectErrorStream(true)
			.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(output).contains("read from the replica");
		assertThat(process.exitValue()).isZero();
	}

	private static String classPath() {
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> Path.of(entry).toFile().isDirectory()
					|| BROUGHT.matcher(Path.of(entry).getFileName().toString()).matches())
			.collect(Collectors.joining(File.pathSeparator));
	}

}
