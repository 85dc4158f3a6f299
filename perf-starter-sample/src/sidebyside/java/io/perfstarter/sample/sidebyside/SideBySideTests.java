package io.perfstarter.sample.sidebyside;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.perfstarter.fixtures.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.SpringVersion;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares ways to cache in two instances: stale reads and hit rate under reads and
 * writes, while an instance is killed and the channel between them is cut.
 *
 * <p>
 * {@code -Dside-by-side.candidates=PLAIN,STARTER} selects candidates,
 * {@code -Dside-by-side.seed} repeats a sequence of requests and
 * {@code -Dside-by-side.smoke=true} shortens the phases.
 */
@Tag("side-by-side")
class SideBySideTests {

	/** The setting max-staleness of the starter; the others have none. */
	static final Duration BOUND = Duration.ofSeconds(2);

	private static final Path ROOT = Path.of("target", "side-by-side").toAbsolutePath();

	private static final int KILLS = 3;

	private static final int BURST = 60;

	private static final long DOWN_MILLIS = 5_000;

	private final boolean smoke = Boolean.getBoolean("side-by-side.smoke");

	private final long seed = Long.getLong("side-by-side.seed", new Random().nextInt(1_000_000));

	private final SideBySideReport report = new SideBySideReport(this.seed);

	@Test
	void compare() throws Exception {
		LoggingSystem.get(SideBySideTests.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(ROOT);
		System.out.println("Seed: " + this.seed);
		for (Candidate candidate : candidates()) {
			if (candidate.needsRedis() && RedisServer.program().isEmpty()) {
				this.report.skip(candidate,
						"there is no redis-server on the path (Debian: apt-get install redis-server)");
				this.report.write(libraries());
			}
			else {
				run(candidate);
			}
		}
	}

	private static List<Candidate> candidates() {
		String names = System.getProperty("side-by-side.candidates", "");
		return names.isEmpty() ? List.of(Candidate.values())
				: Stream.of(names.split(",")).map(Candidate::valueOf).toList();
	}

	private void run(Candidate candidate) throws Exception {
		Versions versions = new Versions();
		try (Cluster cluster = new Cluster(candidate, ROOT.resolve(candidate.name().toLowerCase(Locale.ROOT)));
				Load load = new Load(cluster, versions, this.seed)) {
			Witness witness = cluster.witness(versions);
			for (Instance instance : cluster.instances()) {
				cluster.awaitUp(instance, load);
			}
			for (Instance instance : cluster.instances()) {
				cluster.awaitHits(instance, load);
			}
			pass(load, Phase.WARM_UP);
			pass(load, Phase.QUIET);
			kill(cluster, load);
			cluster.partition();
			pass(load, Phase.PARTITION);
			cluster.heal();
			pass(load, Phase.RECOVERY);
			load.end();
			witness.assertLooking();
			Score score = Score.of(load.reads(), versions, (read) -> read.phase().isCounted());
			cluster.write(load.reads(), versions);
			this.report.add(candidate, load.reads(), versions, load.writes(), load.failed());
			this.report.write(libraries());
			assertThat(score.hits()).as("hits of %s", candidate).isPositive();
			if (candidate.keepsTheBound()) {
				assertThat(score.overBound()).as("reads over the bound").isZero();
			}
		}
	}

	private static String libraries() throws IOException {
		return "Java %s, Spring Boot %s, Spring %s, JetCache %s, Redisson %s, Redis %s".formatted(Runtime.version(),
				SpringBootVersion.getVersion(), SpringVersion.getVersion(), System.getProperty("side-by-side.jetcache"),
				System.getProperty("side-by-side.redisson"),
				RedisServer.program().isEmpty() ? "none" : RedisServer.version());
	}

	private void pass(Load load, Phase phase) throws InterruptedException {
		load.enter(phase);
		TimeUnit.MILLISECONDS.sleep(phase.millis(this.smoke));
	}

	/**
	 * Kills an instance while it commits, several times, because few moments are between
	 * a commit and its eviction.
	 */
	private void kill(Cluster cluster, Load load) throws IOException, InterruptedException {
		Instance victim = cluster.instances().get(1);
		load.enter(Phase.KILL);
		for (int i = 0; i < (this.smoke ? 1 : KILLS); i++) {
			load.burst(victim, BURST, BURST / 3);
			victim.kill();
			TimeUnit.MILLISECONDS.sleep(DOWN_MILLIS);
			victim.start();
			cluster.awaitUp(victim, load);
			TimeUnit.MILLISECONDS.sleep(Phase.KILL.millis(this.smoke));
		}
	}

}
