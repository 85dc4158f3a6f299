package io.perfstarter.sample.howto.replica;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.howto.Example;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page on replicas whose addresses come from elsewhere.
 */
@Tag(Tier.ALL)
class ReplicaConnectionDetailsTests {

	private static final String FETCH = "spring.datasource.connection-fetch";

	private final NamedDatabases databases = new NamedDatabases();

	@Test
	void beanSaysWhereAReplicaIsThatTheYamlNames() {
		try (ConfigurableApplicationContext application = start(SecretApplication.class, "own-replica-details.yml",
				"--replica=" + this.databases.url("replica", "reader", "replica"))) {
			assertReadsFromReplica(application);
			assertThat(application.getEnvironment().getProperty(FETCH)).isEqualTo("lazy");
		}
	}

	@Test
	void beanAloneAddsAReplicaAndLeavesTheDefaultsOfBoot() {
		try (ConfigurableApplicationContext application = start(SecretApplication.class, "nothing.yml",
				"--replica=" + this.databases.url("replica", "reader", "replica"))) {
			assertReadsFromReplica(application);
			assertThat(application.getEnvironment().getProperty(FETCH)).isNull();
		}
	}

	@Test
	void filesThatArePutIntoTheContainerNeedNoBean(@TempDir Path secrets) throws IOException {
		Path replica = Files.createDirectories(secrets.resolve("perf-starter/routing/replicas/r1"));
		Files.writeString(replica.resolve("url"), this.databases.url("replica", "reader", "replica"));
		Files.writeString(replica.resolve("username"), "reader");
		Files.writeString(replica.resolve("password"), "replica");
		try (ConfigurableApplicationContext application = start(ReadingApplication.class, "replica-from-files.yml",
				"--SECRETS=" + secrets)) {
			assertReadsFromReplica(application);
			assertThat(application.getEnvironment().getProperty(FETCH)).isEqualTo("lazy");
		}
	}

	private ConfigurableApplicationContext start(Class<?> application, String yaml, String argument) {
		return Example.builder(application, yaml)
			.web(WebApplicationType.NONE)
			.run("--spring.datasource.url=" + this.databases.url("primary", "reader", "primary"),
					"--spring.datasource.username=reader", "--spring.datasource.password=primary", argument);
	}

	private static void assertReadsFromReplica(ConfigurableApplicationContext application) {
		Reader reader = application.getBean(Reader.class);
		await().untilAsserted(() -> assertThat(reader.read()).isEqualTo("replica"));
		assertThat(reader.readBeforeWriting()).isEqualTo("primary");
	}

	/**
	 * Reads, and knows of no replica.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Reader.class)
	static class ReadingApplication {

	}

	/**
	 * Has a secret store that knows of one.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ Reader.class, ReplicaFromSecretStore.class })
	static class SecretApplication {

		@Bean
		SecretStore secretStore(Environment environment) {
			Map<String, String> secret = Map.of("url", environment.getRequiredProperty("replica"), "username", "reader",
					"password", "replica");
			return (path) -> Map.of("databases/r1", secret).getOrDefault(path, Map.of());
		}

	}

}
