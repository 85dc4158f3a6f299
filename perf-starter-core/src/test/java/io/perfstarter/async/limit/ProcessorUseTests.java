package io.perfstarter.async.limit;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link ProcessorUse}.
 */
class ProcessorUseTests {

	private final Map<String, Object> system = new HashMap<>(
			Map.of("getAvailableProcessors", 2, "getProcessCpuTime", 0L));

	private long now;

	private final ProcessorUse use = new ProcessorUse((OperatingSystemMXBean) Proxy.newProxyInstance(
			getClass().getClassLoader(), new Class<?>[] { OperatingSystemMXBean.class },
			(proxy, method, arguments) -> this.system.get(method.getName())), () -> this.now);

	@ParameterizedTest(name = "{4}")
	@CsvSource({ "0.5, 0.5, 0.55, 0.55, all", "0.9, 0.9, 1, 1, mostly by this process",
			"0.4, 0.4, 1, 0.4, mostly by others", "0.25, 1, 1, 1, by a process with a quota",
			"0.5, -1, -1, 0.5, unknown", "0.5, NaN, NaN, 0.5, undefined", "1.05, 1, 1, 1, inexact" })
	void isBusy(double computed, double load, double all, double busy, String by) {
		this.now += Duration.ofMillis(100).toNanos();
		this.system.put("getProcessCpuTime", (long) (computed * 2 * this.now));
		this.system.put("getProcessCpuLoad", load);
		this.system.put("getCpuLoad", all);
		assertThat(this.use.use().busy()).as(by).isCloseTo(busy, within(1e-6));
	}

	@Test
	void realProcessorsAreBusyToSomeExtent() {
		assertThat(new ProcessorUse().use().busy()).isBetween(0.0, 1.0);
	}

}
