package io.perfstarter.reporting;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.reporting.request.SlowThresholds;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.support.ApplicationCode;
import jakarta.servlet.FilterChain;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the threads of requests read no file of the kernel, however scarce
 * processors are.
 */
class RequestThreadReadsNoFileTests {

	private static final String MEASURING = "perf-starter-reporting";

	private static final Duration LONG_ENOUGH = Duration.ofMillis(2_500);

	private volatile boolean computing;

	@Test
	void whileProcessorsAreScarce(@TempDir Path folder) throws Exception {
		List<RecordedEvent> reads;
		try (Reporting reporting = new Reporting(
				new ReportingSettings(Duration.ofMillis(500), new SlowThresholds(Duration.ZERO, Map.of()), 0),
				new ReportingSources(new ApplicationCode(Set.of()), true, Map::of, (pool) -> null, List::of, List::of,
						List::of, () -> null, false, () -> 0, false, null))) {
			reporting.start();
			TimeBreakdownFilter filter = new TimeBreakdownFilter(reporting.requests(), (request) -> false,
					(request) -> "");
			// The one that measures does, so that such events are seen.
			reads = await().pollInSameThread()
				.until(() -> reads(folder, filter),
						(all) -> all.stream().anyMatch((read) -> read.getThread().getJavaName().equals(MEASURING)));
		}
		assertThat(reads).noneMatch((read) -> read.getThread().getJavaThreadId() == Thread.currentThread().getId());
	}

	private List<RecordedEvent> reads(Path folder, TimeBreakdownFilter filter) throws Exception {
		this.computing = true;
		for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
			Thread thread = new Thread(this::compute);
			thread.setDaemon(true);
			thread.start();
		}
		try (Recording recording = new Recording()) {
			recording.enable("jdk.FileRead").withoutThreshold();
			recording.start();
			FilterChain chain = (request, response) -> {
			};
			long begin = System.nanoTime();
			while (System.nanoTime() - begin < LONG_ENOUGH.toNanos()) {
				filter.doFilter(new MockHttpServletRequest(), new MockHttpServletResponse(), chain);
				Thread.sleep(1);
			}
			recording.stop();
			return ofTheKernel(recording, folder.resolve("reads.jfr"));
		}
		finally {
			this.computing = false;
		}
	}

	private static List<RecordedEvent> ofTheKernel(Recording recording, Path file) throws IOException {
		recording.dump(file);
		return RecordingFile.readAllEvents(file)
			.stream()
			.filter((event) -> event.getThread() != null && String.valueOf(event.getString("path")).startsWith("/proc"))
			.toList();
	}

	private void compute() {
		while (this.computing) {
			Thread.onSpinWait();
		}
	}

}
