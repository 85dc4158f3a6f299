package io.perfstarter.reporting.request;

import java.util.List;
import java.util.Set;

import io.perfstarter.support.ApplicationCode;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.samples.shop.Layers.Closed;
import org.springframework.samples.shop.Layers.Facade;
import org.springframework.samples.shop.Layers.HalfClosed;
import org.springframework.samples.shop.Layers.Helper;
import org.springframework.samples.shop.Layers.Orders;
import org.springframework.samples.shop.Layers.Pages;
import org.springframework.samples.shop.Layers.Tickets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link TracedLayers}.
 */
class TracedLayersTests {

	private static final ApplicationCode APPLICATION = new ApplicationCode(Set.of("org.springframework.samples.shop"));

	private final TimeBreakdown breakdown = new TimeBreakdown(System.nanoTime(), -1, () -> 0, new TestFigures());

	@BeforeEach
	void open() {
		CurrentTimeBreakdown.replace(this.breakdown);
	}

	@AfterEach
	void close() {
		CurrentTimeBreakdown.replace(null);
	}

	@SuppressWarnings("unchecked")
	private static <T> T traced(T target) {
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(TracedLayers.advisor(APPLICATION));
		return (T) factory.getProxy();
	}

	private List<String> lines() {
		return this.breakdown.trace().lines().stream().map((line) -> line.replaceFirst("time=\\d+ms", "time")).toList();
	}

	@Test
	void callsOfLayersAreWrittenDownWithoutTheirArguments() {
		Facade facade = traced(new Facade(traced(new Tickets())));
		assertThat(facade.search("secret")).isEqualTo("found secret");
		assertThat(lines()).containsExactly("|-->Facade.search", "|   |-->Tickets.find", "|   |<--Tickets.find time",
				"|<--Facade.search time");
	}

	@Test
	void callThatFailsHasItsEnd() {
		Tickets tickets = traced(new Tickets());
		assertThatIllegalStateException().isThrownBy(tickets::fail).withMessage("secret");
		assertThat(lines()).containsExactly("|-->Tickets.fail", "|<--Tickets.fail time");
	}

	@Test
	void outsideOfRequestsNothingIsWrittenDown() {
		CurrentTimeBreakdown.replace(null);
		assertThat(traced(new Tickets()).find("a")).isEqualTo("found a");
		assertThat(lines()).isEmpty();
	}

	@Test
	void repositoriesOfSpringDataAreCalledByTheirInterface() {
		ProxyFactory made = new ProxyFactory(Orders.class, (MethodInterceptor) (invocation) -> 7L);
		Object target = made.getProxy(getClass().getClassLoader());
		ProxyFactory factory = new ProxyFactory(target);
		assertThat(AopUtils.canApply(TracedLayers.advisor(APPLICATION), target.getClass())).isTrue();
		factory.addAdvisor(TracedLayers.advisor(APPLICATION));
		assertThat(((Orders) factory.getProxy(getClass().getClassLoader())).count()).isEqualTo(7);
		assertThat(lines()).containsExactly("|-->Orders.count", "|<--Orders.count time");
	}

	@Test
	void layersAreKnownByTheirStereotype() {
		assertThat(applies(Facade.class)).isTrue();
		assertThat(applies(Tickets.class)).isTrue();
		assertThat(applies(Pages.class)).isTrue();
		assertThat(applies(Helper.class)).isFalse();
		assertThat(applies(Closed.class)).isFalse();
		assertThat(applies(HalfClosed.class)).isFalse();
		assertThat(applies(String.class)).isFalse();
	}

	private static boolean applies(Class<?> type) {
		return AopUtils.canApply(TracedLayers.advisor(APPLICATION), type);
	}

}
