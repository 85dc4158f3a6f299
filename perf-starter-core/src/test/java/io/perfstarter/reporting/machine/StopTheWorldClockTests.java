package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/**
 * Tests for {@link StopTheWorldClock}, against what the JVM itself logs.
 */
class StopTheWorldClockTests {

	private static final Pattern TOTAL = Pattern.compile("Safepoint \".*Total: *(\\d+) ns");

	@TempDir
	private Path directory;

	private long measured;

	private long logged;

	private boolean exact;

	private void run(String... options) throws IOException, InterruptedException {
		Path log = this.directory.resolve("safepoints.txt");
		List<String> all = Stream.concat(Stream.of(options), Stream.of("-Xmx256m", "-Xlog:safepoint:file=" + log))
			.toList();
		List<String> lines = ChildJvm.run(StoppedMain.class, all, this.directory);
		String[] words = lines.get(lines.size() - 1).split(" ");
		this.exact = Boolean.parseBoolean(words[0]);
		this.measured = Long.parseLong(words[1]);
		this.logged = TOTAL.matcher(Files.readString(log))
			.results()
			.map((MatchResult result) -> result.group(1))
			.mapToLong(Long::parseLong)
			.sum();
	}

	@UsualRows
	@ParameterizedTest
	@ValueSource(strings = { "-XX:+UseSerialGC", "-XX:+UseG1GC" })
	void isWhatTheJvmLogs(String collector) throws Exception {
		run(collector);
		assertThat(this.exact).isTrue();
		assertThat(this.measured).isCloseTo(this.logged, withinPercentage(2));
	}

	@UsualRows
	@ParameterizedTest
	@ValueSource(strings = { "-XX:-UsePerfData", "-XX:+PerfDisableSharedMem" })
	void withoutTheFileItIsTheTimeOfTheCollector(String option) throws Exception {
		run("-XX:+UseSerialGC", option);
		assertThat(this.exact).isFalse();
		assertThat(this.measured).isBetween(this.logged / 2, this.logged + this.logged / 50);
	}

	@Tag(Tier.CI)
	@Test
	@EnabledOnOs(OS.LINUX)
	void isFoundWhateverTheSystemPropertiesSay() throws Exception {
		run("-Djava.io.tmpdir=/nowhere", "-Duser.name=nobody");
		assertThat(this.exact).isTrue();
	}

	@Test
	void sumsUpWithoutALook() {
		StopTheWorldClock clock = StopTheWorldClock.ofThisJvm();
		assertThat(clock.exact()).isTrue();
		long before = clock.getAsLong();
		System.gc();
		assertThat(clock.getAsLong()).isGreaterThan(before);
	}

	@Test
	void theFileOfAnotherJvmIsNotTaken() throws IOException {
		Path own = StopTheWorldClock.files().get(0);
		Path copy = this.directory.resolve("1");
		byte[] bytes = Files.readAllBytes(own);
		Files.write(copy, bytes);
		assertThat(StopTheWorldClock.of(List.of(copy)).exact()).isTrue();
		ByteBuffer other = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
		int startedAt = PerfCounters.map(own).place("sun.rt.vmInitDoneTime");
		other.putLong(startedAt, other.getLong(startedAt) - 1);
		Files.write(copy, bytes);
		assertThat(StopTheWorldClock.of(List.of(copy)).exact()).isFalse();
	}

	@Test
	void anUnknownFileIsNotTaken() throws IOException {
		Path file = Files.writeString(this.directory.resolve("1"), "What is this?");
		StopTheWorldClock clock = StopTheWorldClock.of(List.of(this.directory.resolve("missing"), file));
		assertThat(clock.exact()).isFalse();
		long before = clock.getAsLong();
		System.gc();
		assertThat(clock.getAsLong()).isEqualTo(before);
		for (int i = 0; i < 1_000 && clock.getAsLong() == before; i++) {
			System.gc();
			clock.sample();
		}
		assertThat(clock.getAsLong()).isGreaterThan(before);
	}

}
