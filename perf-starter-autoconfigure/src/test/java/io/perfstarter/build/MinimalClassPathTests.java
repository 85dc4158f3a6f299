package io.perfstarter.build;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests, in a process of its own, that an application starts with what the artifact
 * brings and {@code spring-boot-starter} alone.
 */
@Tag(Tier.CI)
class MinimalClassPathTests {

	/**
	 * What {@code spring-boot-starter} and the artifact bring.
	 */
	private static final Pattern BROUGHT = Pattern.compile(
			"(perf-starter-core|spring-boot|spring-boot-autoconfigure|spring-(core|beans|context|context-support|aop"
					+ "|expression|tx)|micrometer-(core|commons|observation)|HdrHistogram|LatencyUtils|ehcache-(api|core|impl)|statistics|jspecify"
					+ "|commons-logging|slf4j-api|jul-to-slf4j|log4j-(api|to-slf4j)|logback-(classic|core)|snakeyaml"
					+ "|jakarta.annotation-api)-[0-9].*\\.jar");

	@Test
	void startsAndSaysWhyEachFeatureIsOff() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				minimalClassPath(), MinimalApplication.class.getName())
			.redirectErrorStream(true)
			.start();
		String output = output(process);
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(output).contains("started")
			.containsPattern("CoherenceAutoConfiguration\\$NamedCachesConfiguration is off: .*no cache is named under")
			.containsPattern(
					"CoherenceFanOutAutoConfiguration is off: .*'perf-starter.coherence.peers' is not set, and no "
							+ "discovery client lists other instances")
			.containsPattern("RoutingAutoConfiguration is off: .*did not find required class")
			.containsPattern("ReportingAutoConfiguration is off: .*GuardedCacheManager");
		assertThat(process.exitValue()).isZero();
	}

	private static String output(Process process) throws IOException {
		return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

	private static String minimalClassPath() {
		List<String> all = Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
		return all.stream()
			.filter((entry) -> Path.of(entry).toFile().isDirectory()
					|| BROUGHT.matcher(Path.of(entry).getFileName().toString()).matches())
			.collect(Collectors.joining(File.pathSeparator));
	}

}
