package io.perfstarter.routing.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.io.DefaultResourceLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RoutingEnvironmentPostProcessor}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RoutingEnvironmentPostProcessorTests {

	private static final String REPLICA = "--perf-starter.routing.replicas.r1.url=jdbc:h2:mem:replica";

	private static final String OPEN_IN_VIEW = "spring.jpa.open-in-view";

	private static final String CONNECTION_FETCH = "spring.datasource.connection-fetch";

	@Test
	void replicaChangesDefaultsAndTheLogSaysSo(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run(REPLICA)) {
			assertThat(context.getEnvironment().getProperty(OPEN_IN_VIEW)).isEqualTo("false");
			assertThat(context.getEnvironment().getProperty(CONNECTION_FETCH)).isEqualTo("lazy");
			assertThat(output)
				.containsOnlyOnce("Replicas are configured under 'perf-starter.routing.replicas'; changed defaults: "
						+ "'spring.datasource.connection-fetch' is 'lazy' and 'spring.jpa.open-in-view' is 'false'");
		}
	}

	@Test
	void whatIsSetStays(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run(REPLICA, "--" + OPEN_IN_VIEW + "=true")) {
			assertThat(context.getEnvironment().getProperty(OPEN_IN_VIEW)).isEqualTo("true");
			assertThat(output).contains("' is 'lazy'").doesNotContain("' is 'false'");
		}
	}

	@Test
	void defaultsOfTheApplicationStay() {
		try (ConfigurableApplicationContext context = builder(Application.class)
			.properties(OPEN_IN_VIEW + "=true", "other=kept")
			.run(REPLICA)) {
			assertThat(context.getEnvironment().getProperty(OPEN_IN_VIEW)).isEqualTo("true");
			assertThat(context.getEnvironment().getProperty("other")).isEqualTo("kept");
			assertThat(context.getEnvironment().getProperty(CONNECTION_FETCH)).isEqualTo("lazy");
		}
	}

	@Test
	void propertySourceOfAConfigurationClassStays() {
		try (ConfigurableApplicationContext context = builder(WithPropertySource.class).run(REPLICA)) {
			assertThat(context.getEnvironment().getProperty(OPEN_IN_VIEW)).isEqualTo("true");
		}
	}

	@Test
	void nothingChangesWithoutReplicaOrSwitchedOff(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run()) {
			assertUnchanged(context);
		}
		try (ConfigurableApplicationContext context = run(REPLICA, "--perf-starter.routing.enabled=false")) {
			assertUnchanged(context);
		}
		assertThat(output).doesNotContain("Because replicas are configured");
	}

	@Test
	void otherSettingsChangeNothing() {
		try (ConfigurableApplicationContext context = run("--perf-starter.routing.lag.max=3s")) {
			assertUnchanged(context);
		}
	}

	@Test
	void warnsWithoutHikari(CapturedOutput output) {
		ClassLoader classLoader = new FilteredClassLoader("com.zaxxer.hikari");
		try (ConfigurableApplicationContext context = builder(Application.class)
			.resourceLoader(new DefaultResourceLoader(classLoader))
			.run(REPLICA)) {
			assertUnchanged(context);
			assertThat(output).contains("not used, because HikariCP is not on the class path");
		}
	}

	private static void assertUnchanged(ConfigurableApplicationContext context) {
		assertThat(context.getEnvironment().containsProperty(OPEN_IN_VIEW)).isFalse();
		assertThat(context.getEnvironment().containsProperty(CONNECTION_FETCH)).isFalse();
	}

	private static ConfigurableApplicationContext run(String... arguments) {
		return builder(Application.class).run(arguments);
	}

	private static SpringApplicationBuilder builder(Class<?> application) {
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false);
	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	@PropertySource("classpath:io/perfstarter/routing/autoconfigure/open-in-view.properties")
	static class WithPropertySource {

	}

}
