package io.perfstarter.sample.coldstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.perfstarter.sample.GrowingLog;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A training makes a cache for the JDK that speeds up the next start, and a cache that
 * does not fit is said to be none.
 */
@EnabledForJreRange(min = JRE.JAVA_25,
		disabledReason = "AOT caches with the calls of a training need JDK 25; on the newest JDK found this runs")
class TrainingTests {

	private static final int OK = 200;

	private static final int CALLS = 60;

	private static final String PATH = "/greetings/{list:Ann,Bo}";

	private static final String TRAINING = "training";

	private static final String WARNING = "The JDK's AOT cache is not effective";

	@TempDir
	static Path directory;

	@AutoClose
	private static SilentRegistry registry;

	private static List<Path> classPath;

	private static Path cache;

	private static int exitCode;

	private static int exitCodeOfFailure;

	private static int registrations;

	private static final Set<Integer> readiness = new TreeSet<>();

	@BeforeAll
	static void train() throws Exception {
		registry = new SilentRegistry();
		classPath = ClassPath.ofJars(directory);
		cache = directory.resolve("app.aot");
		try (Service training = start("training", List.of("-XX:AOTCacheOutput=" + cache), PATH, TRAINING);
				Service failure = start("failure", List.of(), "/nothing", TRAINING)) {
			while (training.isAlive()) {
				askForReadiness(training);
				Thread.sleep(20);
			}
			exitCode = training.awaitEnd();
			exitCodeOfFailure = failure.awaitEnd();
		}
		registrations = registry.registrations();
	}

	@Test
	void trainingEndsByItself() {
		assertThat(exitCode).as(log("training")).isZero();
		assertThat(log("training")).contains("after " + CALLS + " calls");
	}

	@Test
	void trainingNeitherRegistersNorBecomesReady() {
		assertThat(registrations).isZero();
		assertThat(readiness).contains(503).doesNotContain(OK);
	}

	@Test
	void trainingThatFailsEndsWithOne() {
		assertThat(exitCodeOfFailure).as(log("failure")).isOne();
	}

	@Test
	void cacheOfTrainingIsAccepted() throws Exception {
		try (Service service = start("trained", List.of("-XX:AOTMode=on", "-XX:AOTCache=" + cache), PATH, "auto")) {
			JsonNode warmup = service.awaitReady().warmup();
			assertThat(warmup.get("aotCache").asString()).as(warmup.toString()).isEqualTo("EFFECTIVE");
			assertThat(service.log()).doesNotContain(WARNING);
			assertThat(service.get("/actuator/health/readiness").statusCode()).isEqualTo(OK);
			// What the training is seen not to do, this one does.
			await().until(() -> registry.registrations() > 0);
		}
	}

	@Test
	void cacheForOtherJarsIsWarnedOf() throws Exception {
		List<Path> jars = new ArrayList<>(classPath);
		Path jar = jars.get(0);
		FileTime time = Files.getLastModifiedTime(jar);
		Files.setLastModifiedTime(jar, FileTime.from(time.toInstant().minusSeconds(3600)));
		try (Service service = start("touched", List.of("-XX:AOTCache=" + cache), PATH, "auto")) {
			JsonNode warmup = service.awaitReady().warmup();
			assertThat(warmup.get("aotCache").asString()).as(warmup.toString()).isEqualTo("INEFFECTIVE");
			assertThat(service.log()).contains(WARNING);
		}
		finally {
			Files.setLastModifiedTime(jar, time);
		}
	}

	private static Service start(String name, List<String> jvmOptions, String path, String mode) throws IOException {
		List<String> options = new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
		options.addAll(jvmOptions);
		List<String> arguments = List.of("--spring.config.name=of-no-file", "--server.address=127.0.0.1",
				"--spring.application.name=greetings", "--spring.freemarker.enabled=false",
				"--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"--management.endpoints.web.exposure.include=health,warmup", "--eureka.client.jersey.enabled=false",
				"--eureka.client.fetch-registry=false", "--eureka.client.service-url.defaultZone=" + registry.url(),
				"--eureka.client.instance-info-replication-interval-seconds=1",
				"--perf-starter.warmup.requests[0].name=greet", "--perf-starter.warmup.requests[0].path=" + path,
				"--perf-starter.warmup.mode=" + mode, "--perf-starter.warmup.min-requests=" + CALLS);
		return Service.start(log(name, directory), GreetingMain.class, classPath, options, arguments);
	}

	private static void askForReadiness(Service service) throws InterruptedException {
		try {
			readiness.add(service.get("/actuator/health/readiness").statusCode());
		}
		catch (IOException ex) {
			// Not yet, or no longer there.
		}
	}

	private static Path log(String name, Path directory) {
		return directory.resolve(name + ".log");
	}

	private static String log(String name) {
		try {
			return GrowingLog.read(log(name, directory));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
