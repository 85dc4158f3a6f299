package io.perfstarter.routing.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.autoconfigure.shop.Order;
import io.perfstarter.routing.autoconfigure.shop.Shop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code perf-starter.routing.transaction-join-check}.
 */
@ExtendWith(OutputCaptureExtension.class)
class JoinCheckTests {

	private static final String JOINED = "may write, but ";

	private final ApplicationContextRunner contextRunner = Shop.runner()
		.withConfiguration(AutoConfigurations.of(RoutingGuardsTestAutoConfiguration.class))
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new);

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void saysOncePerPairThatAMethodHasJoined(boolean aspectj, CapturedOutput output) {
		this.contextRunner.withPropertyValues("spring.aop.auto=" + aspectj).run((context) -> {
			Shop shop = new Shop(context);
			for (int i = 0; i < 3; i++) {
				shop.service().read((entityManager) -> shop.service().write((joined) -> {
				}));
			}
			assertThat(output).containsOnlyOnce(JOINED)
				.containsOnlyOnce("ShopService.write() may write, but joins a transaction that is "
						+ "readOnly = true (ShopService.read())");
			shop.service().readElsewhere((entityManager) -> shop.service().write((joined) -> {
			}));
			assertThat(output).containsOnlyOnce(
					"may write, but joins a transaction that is readOnly = true (ShopService.readElsewhere())");
			assertThat(context.getBean(MeterRegistry.class).get("perf.starter.routing.joins").counter().count())
				.isEqualTo(4);
		});
	}

	@Test
	void saysItOfRepositories(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			shop.service().read((entityManager) -> shop.orders().save(new Order(2L, "second")));
			assertThat(output).containsOnlyOnce(JOINED)
				.contains(
						"OrderRepository.save() may write, but joins a transaction that is readOnly = true (ShopService.read())");
		});
	}

	@Tag(Tier.CI)
	@Test
	void saysNothingOfLegalCalls(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			shop.service().read((outer) -> {
				shop.service().readElsewhere((inner) -> {
				});
				shop.service().writeAnew((inner) -> shop.service().write((innermost) -> shop.orders().count()));
				shop.service().withoutTransaction((inner) -> {
				});
				shop.orders().findById(1L);
				shop.orders().countFresh();
			});
			shop.service().write((outer) -> {
				shop.service().read((inner) -> shop.service().write((innermost) -> {
				}));
				shop.service().readAnew((inner) -> {
				});
				shop.orders().save(new Order(2L, "second"));
			});
			shop.service().write((outer) -> {
			});
			assertThat(output).doesNotContain(JOINED);
		});
	}

	@Test
	void switchedOffSaysNothing(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.routing.transaction-join-check=off").run((context) -> {
			Shop shop = new Shop(context);
			shop.service().read((outer) -> shop.service().write((inner) -> {
			}));
			assertThat(output).doesNotContain(JOINED);
		});
	}

}
