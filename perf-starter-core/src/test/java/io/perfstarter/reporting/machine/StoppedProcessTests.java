package io.perfstarter.reporting.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.Tier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that {@link Machine} notices when its process is stopped by a signal.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Tier.ALL)
class StoppedProcessTests {

	@TempDir
	private Path directory;

	@Test
	void aProcessThatWasStoppedKnowsIt() throws Exception {
		File output = this.directory.resolve("output.txt").toFile();
		Process process = ChildJvm.start(WatchingMain.class, List.of("-Xmx64m", "-XX:+UseSerialGC"), output);
		try {
			Awaitility.await().until(() -> Files.readString(output.toPath()).contains("looks"));
			signal(process, "-STOP");
			Awaitility.await().pollDelay(Duration.ofSeconds(3)).until(process::isAlive);
			assertThat(Files.readString(output.toPath())).doesNotContain("stood still");
			signal(process, "-CONT");
			assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
			assertThat(Files.readString(output.toPath())).contains("stood still");
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static void signal(Process process, String signal) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", signal, String.valueOf(process.pid())).start();
		assertThat(kill.waitFor()).isZero();
	}

}
