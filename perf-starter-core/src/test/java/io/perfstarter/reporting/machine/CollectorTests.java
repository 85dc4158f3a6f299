package io.perfstarter.reporting.machine;

import java.nio.file.Path;
import java.util.List;

import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Collector}, in a JVM with each of them.
 */
class CollectorTests {

	@TempDir
	private Path directory;

	@UsualRows
	@ParameterizedTest
	@ValueSource(strings = { "Serial", "Parallel", "G1", "ZGC" })
	void isKnownByItsBeans(String name) throws Exception {
		String flag = "-XX:+Use" + (name.endsWith("GC") ? name : name + "GC");
		List<String> lines = ChildJvm.run(CollectorMain.class, List.of("-Xmx128m", flag), this.directory);
		assertThat(lines.get(lines.size() - 1)).isEqualTo(name + " true");
	}

	@Test
	void withoutBeansItIsUnknown() {
		Collector collector = new Collector(List.of());
		assertThat(collector.name()).isEqualTo("unknown");
		assertThat(collector.pauses()).isZero();
		assertThat(collector.pausedNanos()).isZero();
	}

}
