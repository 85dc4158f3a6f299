package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.fanout.LightMain.Answer;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.client.RestClientException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Eight processes, of which one crashes again and again, one is overloaded and one is
 * suspended again and again: the others go on serving reads from their caches.
 *
 * <p>
 * For a longer run: {@code -Dcluster.seconds=600}; for more instances:
 * {@code -Dcluster.healthy=9}; for one illness alone: {@code -Dcluster.illnesses=crash};
 * without ports for messages of peers: {@code -Dcluster.without-port=true}.
 */
@Tag(Tier.ALL)
class SickInstancesTests {

	private static final Path DIRECTORY = Path.of("target", "sick-instances").toAbsolutePath();

	private static final Duration BOUND = Duration.ofSeconds(10);

	private static final Duration PATIENCE = Duration.ofMinutes(8);

	private static final int SECONDS = Integer.getInteger("cluster.seconds", 40);

	private static final String ILLNESSES = System.getProperty("cluster.illnesses", "crash, overload, suspension");

	private static final int HEALTHY = Integer.getInteger("cluster.healthy", 5);

	/**
	 * On average each instance reads each of them every 10 s: if it served only entries
	 * younger than the bound, it would serve half of the reads from its caches.
	 */
	private static final int NOTES = 100;

	private static final double LEAST_SHARE = 0.6;

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	private final List<LightProcess> healthy = new ArrayList<>();

	private final List<Thread> illnesses = new ArrayList<>();

	// The times at which the versions of a note were surely committed.
	private final Map<Long, NavigableMap<Long, Long>> commits = new ConcurrentHashMap<>();

	// Reads, hits and certified answers. Guarded by itself.
	private final long[] counts = new long[3];

	// Guarded by counts.
	private long stalest;

	// Guarded by this.
	private long versions;

	private volatile boolean ill = true;

	@AfterEach
	void close() throws Exception {
		this.ill = false;
		this.illnesses.forEach(Thread::interrupt);
		for (AutoCloseable part : this.parts) {
			part.close();
		}
	}

	@Test
	void sickInstancesHarmOnlyThemselves() throws Exception {
		LoggingSystem.get(SickInstancesTests.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(DIRECTORY);
		Files.createDirectories(DIRECTORY);
		List<String> arguments = arguments(startDatabase());
		for (int i = 1; i <= HEALTHY; i++) {
			this.healthy.add(start("healthy-" + i, arguments));
		}
		LightProcess crashing = start("crashing", arguments);
		LightProcess overloaded = start("overloaded", arguments);
		LightProcess suspended = start("suspended", arguments);
		await("certificates, see " + DIRECTORY).atMost(PATIENCE)
			.pollInterval(Duration.ofSeconds(1))
			.failFast("an instance has ended", () -> !this.healthy.stream().allMatch(LightProcess::isAlive))
			.ignoreExceptionsInstanceOf(RestClientException.class)
			.until(() -> this.healthy.stream().allMatch((instance) -> instance.read(List.of(1L)).certified()));
		List<Long> all = LongStream.rangeClosed(1, NOTES).boxed().toList();
		this.healthy.forEach((instance) -> instance.read(all));
		ScheduledExecutorService load = Executors.newScheduledThreadPool(HEALTHY);
		this.parts.push(load::shutdownNow);
		for (LightProcess instance : this.healthy) {
			load.scheduleAtFixedRate(() -> read(instance), 0, 500, TimeUnit.MILLISECONDS);
		}
		load.scheduleAtFixedRate(() -> change(this.healthy.get(0)), 0, 5, TimeUnit.SECONDS);
		fallIll("crash", 1, () -> crash(crashing));
		fallIll("overload", 40, overloaded::beSlow);
		fallIll("suspension", 1, () -> suspend(suspended));
		TimeUnit.SECONDS.sleep(SECONDS);
		load.shutdownNow();
		assertThat(load.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
		judge();
	}

	private String startDatabase() throws Exception {
		Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
		this.parts.push(database::stop);
		String url = "jdbc:h2:tcp://localhost:%d/mem:notes;DB_CLOSE_DELAY=-1".formatted(database.getPort());
		new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""))
			.execute("create table note (id bigint primary key, version bigint) as select x, 0 from system_range(1, %d)"
				.formatted(NOTES));
		return url;
	}

	private List<String> arguments(String url) {
		EurekaServer eureka = EurekaServer.start();
		this.parts.push(eureka);
		return List.of("--spring.config.name=of-no-file", "--spring.application.name=" + Instance.SERVICE,
				"--spring.main.banner-mode=off", "--spring.cloud.loadbalancer.enabled=false",
				"--spring.freemarker.enabled=false", "--server.address=127.0.0.1", "--server.tomcat.threads.max=8",
				"--spring.datasource.url=" + url, "--spring.datasource.username=sa",
				"--eureka.client.jersey.enabled=false", eureka.argument(),
				"--eureka.client.registry-fetch-interval-seconds=1", "--eureka.instance.hostname=127.0.0.1",
				"--perf-starter.warmup.enabled=false", "--perf-starter.secret=" + Instance.SECRET,
				"--perf-starter.coherence.max-staleness=" + BOUND,
				"--perf-starter.coherence.registry-propagation-delay=5s",
				"--perf-starter.coherence.caches.notes.time-to-live=1h", "--logging.level.root=warn",
				"--logging.level.io.perfstarter=info", "--logging.level.com.netflix=error");
	}

	private LightProcess start(String name, List<String> arguments) throws IOException {
		LightProcess process = new LightProcess(name, DIRECTORY, arguments);
		this.parts.push(process);
		return process;
	}

	/**
	 * In doubt it favours the instance: a version is superseded when one of its
	 * successors was surely committed.
	 */
	private void read(LightProcess instance) {
		List<Long> ids = ThreadLocalRandom.current().longs(5, 1, NOTES + 1).boxed().toList();
		long now = System.nanoTime();
		Answer answer;
		try {
			answer = instance.read(ids);
		}
		catch (RestClientException ex) {
			System.err.println(instance + ": " + ex);
			return;
		}
		synchronized (this.counts) {
			this.counts[0] += ids.size();
			this.counts[1] += answer.hits();
			this.counts[2] += answer.certified() ? ids.size() : 0;
			for (int i = 0; i < ids.size(); i++) {
				for (long committed : this.commits.getOrDefault(ids.get(i), new TreeMap<>())
					.tailMap(answer.versions().get(i), false)
					.values()) {
					this.stalest = Math.max(this.stalest, now - committed);
				}
			}
		}
	}

	/**
	 * It is not known what has become of a change without an answer.
	 */
	private synchronized void change(LightProcess instance) {
		long id = ThreadLocalRandom.current().nextLong(1, NOTES + 1);
		long version = ++this.versions;
		try {
			instance.change(id, version);
			this.commits.computeIfAbsent(id, (key) -> new ConcurrentSkipListMap<>()).put(version, System.nanoTime());
		}
		catch (RestClientException ex) {
			System.err.println(instance + ": " + ex);
		}
	}

	private void judge() {
		synchronized (this.counts) {
			double reads = this.counts[0];
			System.out.printf("Sick instances: %.0f reads, %.0f %% certified, %.0f %% hits, the stalest %.1f s%n",
					reads, 100 * this.counts[2] / reads, 100 * this.counts[1] / reads, this.stalest / 1e9);
			assertThat(reads).as("reads").isGreaterThan(5.0 * HEALTHY * SECONDS);
			assertThat(Duration.ofNanos(this.stalest)).isLessThanOrEqualTo(BOUND);
			assertThat(this.counts[1] / reads).as("hits").isGreaterThan(LEAST_SHARE);
			assertThat(this.counts[2] / reads).as("certified").isGreaterThan(LEAST_SHARE);
		}
	}

	private void fallIll(String illness, int threads, Callable<?> strike) {
		for (int i = 0; i < threads && ILLNESSES.contains(illness); i++) {
			Thread thread = new Thread(() -> {
				while (this.ill) {
					try {
						strike.call();
					}
					catch (Exception ex) {
						// Part of the illness, or its end.
					}
				}
			}, illness);
			thread.setDaemon(true);
			this.illnesses.add(thread);
			thread.start();
		}
	}

	private Void crash(LightProcess instance) throws IOException, InterruptedException {
		change(instance);
		instance.close();
		instance.start();
		await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(RestClientException.class)
			.until(() -> !instance.read(List.of(1L)).versions().isEmpty());
		return randomSeconds(25, 35);
	}

	private Void suspend(LightProcess instance) throws IOException, InterruptedException {
		change(instance);
		instance.signal("STOP");
		randomSeconds(3, 7);
		instance.signal("CONT");
		return randomSeconds(3, 7);
	}

	private static Void randomSeconds(int least, int most) throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(least * 1000L, most * 1000L));
		return null;
	}

}
