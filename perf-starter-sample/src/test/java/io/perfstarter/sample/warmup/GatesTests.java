package io.perfstarter.sample.warmup;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.sample.fanout.EurekaServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of what others see of an instance while it warms up, and while it leaves.
 */
@Tag(Tier.CI)
class GatesTests {

	private static final String READINESS = "/actuator/health/readiness";

	private static final String LIVENESS = "/actuator/health/liveness";

	private static final Duration POLL = Duration.ofMillis(20);

	/**
	 * So that the client of the registry has told it twice or more how it is.
	 */
	private static final int LOOKS = 4;

	private final EurekaServer eureka = EurekaServer.start();

	private final Watcher watcher = new Watcher(this.eureka);

	@AfterEach
	void close() {
		this.watcher.close();
		this.eureka.close();
	}

	@UsualRows(2)
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void nobodySeesItUpBeforeItIsWarm(boolean healthCheck) throws IOException {
		try (HeldInstance instance = new HeldInstance(this.eureka,
				"--eureka.client.healthcheck.enabled=" + healthCheck)) {
			this.watcher.awaitLook("STARTING");
			this.watcher.awaitLooks(LOOKS);
			assertThat(instance.status(READINESS)).isEqualTo(503);
			assertThat(instance.status(LIVENESS)).isEqualTo(200);
			assertThat(instance.status("/hello")).isEqualTo(200);
			assertThat(this.watcher.changes()).isNotEmpty().isSubsetOf("STARTING", Watcher.NOTHING);
			instance.release();
			this.watcher.awaitLook("UP");
			this.watcher.awaitLooks(LOOKS);
			assertThat(this.watcher.changes()).endsWith("STARTING", "UP");
			assertThat(instance.status(READINESS)).isEqualTo(200);
			assertThat(instance.status("/hello")).isEqualTo(200);
		}
	}

	@Test
	void refreshOfTheConfigurationLeavesItUp() throws IOException {
		try (HeldInstance instance = new HeldInstance(this.eureka)) {
			instance.release();
			this.watcher.awaitLook("UP");
			instance.refresh();
			this.watcher.awaitLooks(LOOKS);
			this.watcher.awaitLook("UP");
			this.watcher.awaitLooks(LOOKS);
			assertThat(this.watcher.lastLook()).isEqualTo("UP");
		}
	}

	@Test
	void requestsFromOutsideAreRejectedUntilItIsWarm() throws IOException {
		try (HeldInstance instance = new HeldInstance(this.eureka, "--perf-starter.warmup.reject-until-warm=true")) {
			HttpResponse<String> rejected = instance.get("/hello");
			assertThat(rejected.statusCode()).isEqualTo(503);
			assertThat(rejected.headers().firstValue("Retry-After")).isPresent();
			assertThat(instance.status(LIVENESS)).isEqualTo(200);
			instance.release();
			assertThat(instance.get("/hello").body()).isEqualTo("hello");
		}
	}

	@UsualRows
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void itAnswersOnAfterAllHaveHeardThatItLeaves(boolean healthCheck) throws Exception {
		HeldInstance instance = new HeldInstance(this.eureka, "--eureka.client.healthcheck.enabled=" + healthCheck,
				"--perf-starter.warmup.shutdown-delay=12s");
		instance.release();
		this.watcher.awaitLook("UP");
		CompletableFuture<Void> end = CompletableFuture.runAsync(instance::close);
		await("readiness").until(() -> instance.status(READINESS) == 503);
		List<Integer> answers = new ArrayList<>();
		await("look").pollInterval(POLL).until(() -> {
			boolean heard = !this.watcher.lastLook().equals("UP");
			answers.add(instance.status("/hello"));
			return heard && answers.size() > LOOKS;
		});
		assertThat(answers).containsOnly(200);
		assertThat(this.watcher.lastLook()).isIn("DOWN", Watcher.NOTHING);
		end.join();
		assertThat(instance.status("/hello")).isZero();
		this.watcher.awaitLook(Watcher.NOTHING);
		assertThat(this.watcher.changes()).doesNotContain("OUT_OF_SERVICE");
	}

}
