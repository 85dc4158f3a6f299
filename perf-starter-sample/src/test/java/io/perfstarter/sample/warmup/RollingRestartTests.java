package io.perfstarter.sample.warmup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Stalls;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.fanout.EurekaServer;
import io.perfstarter.sample.ticket.ParkingData;
import io.perfstarter.sample.token.TokenApplication;
import io.perfstarter.sample.warmup.SteadyLoad.Answer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Restarts one instance of the ticket-service after the other under load that comes
 * through discovery, and through a balancer of connections, and looks for anything that
 * its clients could notice.
 */
@Tag("faults")
@Tag(Tier.MORE)
class RollingRestartTests {

	private static final Path DIRECTORY = Path.of("target", "rolling-restart").toAbsolutePath();

	private static final Duration PATIENCE = Duration.ofSeconds(180);

	private static final long WINDOW = TimeUnit.SECONDS.toNanos(Tier.times(5, 10));

	/** As many on kept connections, while one instance after the other is restarted. */
	private static final int REQUESTS = Tier.times(2_000, 10_000);

	private static final int RESTARTS = 10;

	private static final int P99_FACTOR = 2;

	/**
	 * What a busy machine adds to the worst of 1,000 requests besides its stalls, in
	 * milliseconds.
	 */
	private static final double NOISE = 50;

	@RegisterExtension
	private final Stalls stalls = new Stalls();

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable part : this.parts) {
			part.close();
		}
	}

	@Test
	void nobodyNoticesTheRestartOfAnInstance() throws Exception {
		EurekaServer eureka = add(EurekaServer.start());
		List<ServiceProcess> instances = startInstances(eureka);
		ServiceProcess stays = instances.get(0);
		ServiceProcess restarted = instances.get(1);
		ConfigurableApplicationContext client = startClient(eureka);
		DiscoveryClient discovery = client.getBean(DiscoveryClient.class);
		SteadyLoad load = client.getBean(SteadyLoad.class);
		await("both instances, see " + DIRECTORY).atMost(PATIENCE)
			.failFast("one has ended", () -> !(stays.isAlive() && restarted.isAlive()))
			.until(() -> discovery.getInstances("ticket-service").size() == 2);
		Balancer balancer = add(new Balancer(instances));
		await("both ready, see " + DIRECTORY).atMost(PATIENCE).until(() -> balancer.ready().size() == 2);
		SteadyLoad balanced = balancedLoad(balancer);
		load.start();
		balanced.start();
		await("answers of both").atMost(PATIENCE)
			.until(() -> Stream.of(load, balanced)
				.allMatch((each) -> hasAnswered(each, stays, 0) && hasAnswered(each, restarted, 0)));
		// As long to become steady, and as long to be measured.
		TimeUnit.NANOSECONDS.sleep(2 * WINDOW);
		long stop = System.nanoTime();
		int connections = load.connectionsTo(restarted.port());
		restarted.stop();
		long end = System.nanoTime();
		boolean keptWhileLeaving = hasAnswered(balanced, restarted, stop);
		restarted.restart();
		await("answer of %s, see %s".formatted(restarted, restarted.log())).atMost(PATIENCE)
			.failFast("it has ended", () -> !restarted.isAlive())
			.until(() -> hasAnswered(load, restarted, end) && balancer.ready().size() == 2);
		long rejoined = firstAnswer(load, restarted, end);
		TimeUnit.NANOSECONDS.sleep(rejoined + WINDOW - System.nanoTime());
		ServiceProcess next = stays;
		// Whether a kept connection is in use while an instance leaves, is chance.
		for (int i = 0; balanced.answers().size() < REQUESTS || (!keptWhileLeaving && i < RESTARTS); i++) {
			keptWhileLeaving |= restart(next, load, balanced, balancer);
			next = (next != stays) ? stays : restarted;
		}
		load.end();
		balanced.end();
		Collection<Answer> answers = load.answers();
		List<String> failures = failures(load);
		long whileLeaving = answers.stream()
			.filter((answer) -> answer.port() == restarted.port() && answer.begin() - stop > 0
					&& answer.end() - end < 0)
			.count();
		double before = p99(answers, stop - WINDOW);
		double after = p99(answers, rejoined);
		System.out.printf(Locale.ROOT,
				"Rolling restart: seed %d, %d requests, %d failed; %d connections were kept to the instance at SIGTERM, "
						+ "it answered %d requests after that and ended after %.1f s; it had rejoined %.1f s later; "
						+ "p99 of %d s: %.1f ms before the stop, %.1f ms after it had rejoined%n",
				load.seed(), answers.size(), failures.size(), connections, whileLeaving, (end - stop) / 1e9,
				(rejoined - end) / 1e9, TimeUnit.NANOSECONDS.toSeconds(WINDOW), before, after);
		System.out.printf(Locale.ROOT, "Rolling restart with kept connections: seed %d, %d requests, %d failed%n",
				balanced.seed(), balanced.answers().size(), failures(balanced).size());
		assertThat(failures).isEmpty();
		assertThat(failures(balanced)).as("failures of who keeps connections").isEmpty();
		assertThat(keptWhileLeaving).as("requests of who keeps connections while an instance leaves").isTrue();
		assertThat(connections).isPositive();
		assertThat(whileLeaving).isPositive();
		assertThat(after).isLessThanOrEqualTo(P99_FACTOR * before + NOISE + this.stalls.longest().toMillis());
	}

	/**
	 * Returns whether the instance has answered one who keeps connections while it was
	 * leaving.
	 */
	private static boolean restart(ServiceProcess instance, SteadyLoad load, SteadyLoad balanced, Balancer balancer)
			throws Exception {
		long stop = System.nanoTime();
		instance.stop();
		boolean keptWhileLeaving = hasAnswered(balanced, instance, stop);
		long end = System.nanoTime();
		instance.restart();
		await("answer of %s, see %s".formatted(instance, instance.log())).atMost(PATIENCE)
			.failFast("it has ended", () -> !instance.isAlive())
			.until(() -> hasAnswered(load, instance, end) && balancer.ready().size() == 2);
		return keptWhileLeaving;
	}

	private SteadyLoad balancedLoad(Balancer balancer) throws Exception {
		PoolingHttpClientConnectionManager connections = add(DiscoveryClientApplication.connections());
		return new SteadyLoad(
				RestClient.builder().requestFactory(DiscoveryClientApplication.requestFactory(connections)).build(),
				balancer.address(), connections);
	}

	private static List<String> failures(SteadyLoad load) {
		return load.answers().stream().map(Answer::failure).filter(Objects::nonNull).toList();
	}

	private List<ServiceProcess> startInstances(EurekaServer eureka) throws Exception {
		LoggingSystem.get(RollingRestartTests.class.getClassLoader()).beforeInitialize();
		FileSystemUtils.deleteRecursively(DIRECTORY);
		Files.createDirectories(DIRECTORY);
		EmbeddedPostgres postgres = startPostgres();
		add(TokenApplication.builder()
			.bannerMode(Banner.Mode.OFF)
			.run("--server.port=" + FreePort.find(), eureka.argument()));
		List<String> arguments = List.of(eureka.argument(),
				"--spring.datasource.url=jdbc:postgresql://localhost:%d/postgres".formatted(postgres.getPort()),
				"--spring.datasource.username=postgres");
		return List.of(add(new ServiceProcess(DIRECTORY, arguments)), add(new ServiceProcess(DIRECTORY, arguments)));
	}

	private <T extends AutoCloseable> T add(T part) {
		this.parts.push(part);
		return part;
	}

	private EmbeddedPostgres startPostgres() throws Exception {
		EmbeddedPostgres postgres = add(EmptyPostgres.in(DIRECTORY).start());
		ParkingData.create(postgres.getPostgresDatabase());
		return postgres;
	}

	/**
	 * With the front's settings of discovery.
	 */
	private ConfigurableApplicationContext startClient(EurekaServer eureka) {
		return add(new SpringApplicationBuilder(DiscoveryClientApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("spring.config.name=front")
			.run("--spring.application.name=load", eureka.argument(), "--eureka.client.register-with-eureka=false"));
	}

	private static boolean hasAnswered(SteadyLoad load, ServiceProcess instance, long since) {
		return load.answers().stream().anyMatch((answer) -> isOf(answer, instance, since));
	}

	private static long firstAnswer(SteadyLoad load, ServiceProcess instance, long since) {
		return load.answers()
			.stream()
			.filter((answer) -> isOf(answer, instance, since))
			.mapToLong(Answer::begin)
			.min()
			.orElseThrow();
	}

	private static boolean isOf(Answer answer, ServiceProcess instance, long since) {
		return answer.port() == instance.port() && (since == 0 || answer.begin() - since > 0);
	}

	private static double p99(Collection<Answer> answers, long begin) {
		List<Double> times = answers.stream()
			.filter((answer) -> answer.begin() - begin >= 0 && answer.begin() - begin < WINDOW)
			.map(Answer::millis)
			.sorted()
			.toList();
		return times.get((int) Math.ceil(times.size() * 0.99) - 1);
	}

}
