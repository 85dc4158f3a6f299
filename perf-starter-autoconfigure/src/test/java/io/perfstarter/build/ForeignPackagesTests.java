package io.perfstarter.build;

import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.eviction.InvalidEvictionException;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.stereotype.Controller;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that an application is seen wholly whose package begins like that of a library.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class ForeignPackagesTests {

	static Stream<Class<?>> applications() {
		return Stream.of(org.springframework.samples.shop.ShopApplication.class, org.apache.shop.ShopApplication.class,
				io.perfstarter.shop.ShopApplication.class);
	}

	static Stream<Arguments> misnamed() {
		return Stream.of(
				Arguments.of(org.springframework.samples.shop.ShopApplication.class,
						org.springframework.samples.shop.ShopApplication.Misnamed.class),
				Arguments.of(org.apache.shop.ShopApplication.class, org.apache.shop.ShopApplication.Misnamed.class),
				Arguments.of(io.perfstarter.shop.ShopApplication.class,
						io.perfstarter.shop.ShopApplication.Misnamed.class));
	}

	@UsualRows(2)
	@ParameterizedTest
	@MethodSource("applications")
	void anAnnotatedMethodStartsTheFanOut(Class<?> type) {
		try (ConfigurableApplicationContext application = start(List.of(type), "--spring.cache.type=simple",
				"--spring.cache.cache-names=orders")) {
			assertThat(application.getBean(FanOut.class).isRunning()).isTrue();
		}
	}

	@UsualRows
	@ParameterizedTest
	@MethodSource("misnamed")
	void aWrongNameOfACacheStopsTheStart(Class<?> type, Class<?> misnamed) {
		assertThatExceptionOfType(InvalidEvictionException.class).isThrownBy(() -> start(type, misnamed).close())
			.withMessageContaining("'oders'");
	}

	@UsualRows
	@ParameterizedTest
	@MethodSource("applications")
	void aRemoteCallIsNamedByItsLine(Class<?> type, CapturedOutput output) {
		try (ConfigurableApplicationContext application = start(type)) {
			String address = "http://localhost:" + application.getEnvironment().getProperty("local.server.port");
			assertThat(RestClient.create()
				.get()
				.uri(address + "/pay?url={partner}", address + "/partner")
				.retrieve()
				.body(String.class)).isEqualTo("paid");
			assertThat(output).containsPattern("Orders\\.pay\\(\\) calls '.*' at ShopApplication\\.java:\\d+ while");
		}
	}

	@UsualRows(3)
	@ParameterizedTest
	@MethodSource("applications")
	void itsLayersAreTraced(Class<?> type) {
		try (ConfigurableApplicationContext application = start(type)) {
			assertThat(application.getBeansWithAnnotation(Controller.class)).hasEntrySatisfying(
					type.getPackageName() + ".ShopApplication$OrderController",
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
