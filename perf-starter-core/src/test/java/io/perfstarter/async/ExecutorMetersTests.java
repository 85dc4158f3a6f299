package io.perfstarter.async;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ExecutorMeters}.
 */
class ExecutorMetersTests {

	private final BoundedExecutors executors = new BoundedExecutors(false);

	private final BoundedTaskExecutor executor = this.executors.add("mail",
			new ExecutorSettings(() -> 2, 1, WhenFull.DROP, Submit.AT_ONCE), null);

	@AfterEach
	void close() {
		this.executors.close();
	}

	@Test
	void metersShowAExecutor() {
		this.executor.initialize();
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		this.executors.bindTo(registry);
		for (int i = 0; i < 3; i++) {
			this.executor.submitCompletable(() -> {
			}).join();
		}
		await().untilAsserted(() -> assertThat(this.executor.ended()).isEqualTo(3));
		assertThat(registry.get("perf.starter.async.permits").tag("executor", "mail").gauge().value()).isEqualTo(2);
		assertThat(registry.get("perf.starter.async.run").tag("executor", "mail").functionTimer().count()).isEqualTo(3);
		assertThat(registry.get("perf.starter.async.wait").tag("executor", "mail").functionTimer().count())
			.isEqualTo(3);
		assertThat(registry.get("perf.starter.async.lost").tag("reason", "dropped").functionCounter().count()).isZero();
	}

}
