package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.fixtures.RedisServer;
import io.perfstarter.fixtures.Tier;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for {@link CoherenceLogAutoConfiguration} with the log in Redis: two instances
 * that know of each other by Redis only.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class CoherenceRedisLogTests {

	@TempDir
	static Path directory;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, TransactionAutoConfiguration.class,
				AopAutoConfiguration.class, CoherenceAutoConfiguration.class, CoherenceFanOutAutoConfiguration.class,
				CoherenceLogAutoConfiguration.class, EvictionAutoConfiguration.class))
		.withBean(Prices.class)
		.withPropertyValues("spring.application.name=prices", "perf-starter.coherence.log=redis",
				"perf-starter.coherence.max-staleness=2s", "perf-starter.coherence.registry-propagation-delay=2s",
				"perf-starter.coherence.caches.prices.time-to-live=10m", "spring.data.redis.host=127.0.0.1",
				"spring.data.redis.timeout=1m");

	@AutoClose
	private static RedisServer server;

	@BeforeAll
	static void start() throws Exception {
		if (RedisServer.program().isPresent()) {
			server = RedisServer.start(directory);
		}
	}

	private ApplicationContextRunner connected() {
		assumeTrue(server != null, "redis-server is not installed");
		return this.contextRunner.withPropertyValues("spring.data.redis.port=" + server.port());
	}

	@Test
	void aChangeIsSeenByTheOtherBeforeTheNextClaim() {
		ApplicationContextRunner runner = connected().withPropertyValues("perf-starter.coherence.max-staleness=1m");
		runner.run((first) -> runner.run((second) -> {
			Prices here = first.getBean(Prices.class);
			Prices there = second.getBean(Prices.class);
			here.change(1, "old");
			assertThat(here.amount(1)).isEqualTo("old");
			soon().until(() -> there.amount(1).equals("old"));
			long begin = System.nanoTime();
			for (int change = 0; change < 10; change++) {
				String amount = "new " + change;
				here.change(1, amount);
				soon().until(() -> there.amount(1).equals(amount) && here.amount(1).equals(amount));
			}
			// A claim follows the last one after a second.
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
		}));
	}

	@Test
	void theStatusNamesTheModeAndTheNumberOfInstances() {
		connected().run((first) -> {
			connected().run((second) -> {
				LogFanOut fanOut = second.getBean(LogFanOut.class);
				soon().untilAsserted(() -> {
					LogFanOut.Status status = fanOut.status();
					assertThat(status.mode()).isEqualTo(Mode.CERTIFIED);
					assertThat(status.instances()).isEqualTo(2);
					assertThat(status.certificateAge()).isLessThan(Duration.ofSeconds(2));
				});
				assertThat(second).doesNotHaveBean(FanOut.class);
			});
			LogFanOut fanOut = first.getBean(LogFanOut.class);
			assertOthersHaveLeft();
			soon().until(() -> fanOut.mode() == Mode.CERTIFIED && fanOut.status().instances() == 1);
		});
	}

	@Test
	void healthAndEndpointTellTheMode() {
		connected()
			.withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class,
					HealthContributorRegistryAutoConfiguration.class))
			.withPropertyValues("management.endpoints.web.exposure.include=coherence")
			.run((context) -> {
				HealthContributorRegistry registry = context.getBean(HealthContributorRegistry.class);
				HealthIndicator coherence = (HealthIndicator) registry.getContributor("coherence");
				assertThat(coherence.health().getStatus()).isEqualTo(Status.UP);
				soon().until(() -> Mode.CERTIFIED == coherence.health().getDetails().get("mode"));
				assertThat(context.getBean(CoherenceEndpoint.class).coherence()).isNotNull();
			});
	}

	@Test
	void withoutAServerTheApplicationStartsAndSaysWhatThatMeans(CapturedOutput output) {
		this.contextRunner.withPropertyValues("spring.data.redis.port=1", "spring.data.redis.timeout=200ms")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("The invalidation log cannot be reached");
				Prices prices = context.getBean(Prices.class);
				prices.change(1, "new");
				assertThat(prices.amount(1)).isEqualTo("new");
			});
	}

	@Test
	void aLongTimeoutIsLogged(CapturedOutput output) {
		connected().run((context) -> assertThat(output).contains("set 'spring.data.redis.timeout' to a shorter time"));
	}

	@Test
	void aRefusedLoginStopsTheStart() {
		connected().withPropertyValues("spring.data.redis.username=nobody", "spring.data.redis.password=wrong")
			.run((context) -> assertThat(StartFailure.of(context)).hasMessageContaining("refuses the login")
				.hasMessageContaining("WRONGPASS"));
	}

	@Test
	void aStartThatFailsLeavesNoMember() {
		connected().run((first) -> {
			soon().until(() -> first.getBean(LogFanOut.class).mode() == Mode.CERTIFIED);
			server.command("ACL SETUSER reader on nopass ~* +@all -xread");
			connected().withPropertyValues("spring.data.redis.username=reader", "spring.data.redis.password=any")
				.run((second) -> assertThat(StartFailure.of(second)).hasMessageContaining("NOPERM"));
			assertOthersHaveLeft();
		});
	}

	@Test
	void aPoolOfOneConnectionStopsTheStart() {
		connected().withPropertyValues("spring.data.redis.lettuce.pool.max-active=1")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class)
				.hasMessageContaining("spring.data.redis.lettuce.pool.max-active"));
	}

	@Test
	void serviceWithoutANameDoesNotStart() {
		connected().withPropertyValues("spring.application.name=")
			.run((context) -> assertThat(StartFailure.of(context))
				.hasMessageContaining("the name of this service is not known"));
		connected().withPropertyValues("spring.application.name=", "perf-starter.coherence.service-id=prices")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void servicesWhoseNamesDifferInBracesShareNoLog() {
		ApplicationContextRunner runner = connected();
		runner.withPropertyValues("spring.application.name=a}").run((first) -> {
			runner.withPropertyValues("spring.application.name=a{").run((second) -> {
				LogFanOut fanOut = second.getBean(LogFanOut.class);
				soon().until(() -> fanOut.mode() == Mode.CERTIFIED);
				assertThat(fanOut.status().instances()).isEqualTo(1);
			});
			soon().until(() -> first.getBean(LogFanOut.class).status().instances() == 1);
		});
	}

	@Test
	void withoutAConnectionOrSpringDataRedisTheStartFails() {
		ApplicationContextRunner alone = new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(CoherenceAutoConfiguration.class, CoherenceLogAutoConfiguration.class))
			.withPropertyValues("perf-starter.coherence.log=redis",
					"perf-starter.coherence.caches.prices.time-to-live=10m");
		alone.run((context) -> assertThat(StartFailure.of(context)).hasMessageContaining("no RedisConnectionFactory"));
		alone.withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class))
			.run((context) -> assertThat(StartFailure.of(context))
				.hasMessageContaining("Spring Data Redis is not on the class path"));
	}

	/**
	 * A busy machine may keep the one that remains from claiming in time. Who is not
	 * known is awaited in a new log.
	 */
	private static void assertOthersHaveLeft() throws IOException {
		server.command("ZREM perf-starter:{application}:claims unknown");
		assertThat(server.command("ZCARD perf-starter:{application}:claims")).isIn(":0", ":1");
	}

	private static ConditionFactory soon() {
		return await().pollInterval(Duration.ofMillis(10));
	}

}
