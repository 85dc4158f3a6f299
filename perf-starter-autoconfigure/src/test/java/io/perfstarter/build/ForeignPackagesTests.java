package io.perfstarter.build;

import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.eviction.InvalidEvictionException;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.samples.shop.ShopApplication;
import org.springframework.stereotype.Controller;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that an application is seen wholly whose package begins like that of a library.
 * {@code PackageLiteralsTests} and {@code AnnotatableTests} show the same of others.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class ForeignPackagesTests {

	@Test
	void anAnnotatedMethodStartsTheFanOut() {
		try (ConfigurableApplicationContext application = start(List.of(ShopApplication.class),
				"--spring.cache.type=simple", "--spring.cache.cache-names=orders")) {
			assertThat(application.getBean(FanOut.class).isRunning()).isTrue();
		}
	}

	@Test
	void aWrongNameOfACacheStopsTheStart() {
		assertThatExceptionOfType(InvalidEvictionException.class)
			.isThrownBy(() -> start(ShopApplication.class, ShopApplication.Misnamed.class).close())
			.withMessageContaining("'oders'");
	}

	@Test
	void aRemoteCallIsNamedByItsLineAndItsLayersAreTraced(CapturedOutput output) {
		try (ConfigurableApplicationContext application = start(ShopApplication.class)) {
			String address = "http://localhost:" + application.getEnvironment().getProperty("local.server.port");
			assertThat(RestClient.create()
				.get()
				.uri(address + "/pay?url={partner}", address + "/partner")
				.retrieve()
				.body(String.class)).isEqualTo("paid");
			assertThat(output).containsPattern("Orders\\.pay\\(\\) calls '.*' at ShopApplication\\.java:\\d+ while");
			assertThat(application.getBeansWithAnnotation(Controller.class)).hasEntrySatisfying(
					ShopApplication.class.getName() + "$OrderController",
					(controller) -> assertThat(AopUtils.isAopProxy(controller)).isTrue());
		}
	}

	private static ConfigurableApplicationContext start(Class<?>... types) {
		return start(List.of(types), "--perf-starter.coherence.caches.orders.time-to-live=1m");
	}

	private static ConfigurableApplicationContext start(List<Class<?>> types, String... settings) {
		return new SpringApplicationBuilder(types
			.toArray(Class<?>[]::new)).run(
					Stream
						.concat(Stream.of("--server.port=0", "--spring.application.name=shop",
								"--spring.main.banner-mode=off", "--spring.datasource.url=jdbc:h2:mem:packages",
								"--logging.level.root=error", "--logging.level.io.perfstarter.boundary=warn",
								"--spring.cloud.discovery.client.simple.instances.shop[0].uri=http://localhost:1",
								"--spring.autoconfigure.exclude=" + ServletWebSecurityAutoConfiguration.class.getName()
										+ "," + ManagementWebSecurityAutoConfiguration.class.getName(),
								"--perf-starter.secret=a secret of thirty-two characters",
								"--perf-starter.reporting.call-trace=true"), Stream.of(settings))
						.toArray(String[]::new));
	}

}
