package io.perfstarter.support;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.function.Supplier;

import org.apache.shop.Shop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ApplicationCode}.
 */
class ApplicationCodeTests {

	@ParameterizedTest
	@ValueSource(strings = { "com.acme.Orders", "Orders", "org.springframework.samples.petclinic.owner.OwnerController",
			"org.springframework.Application", "org.apache.foo.Orders", "org.apache.Orders", "jakarta.shop.Orders",
			"io.perfstarter.sample.ticket.TicketController", "io.perfstarter.boundary.shop.Orders",
			"io.perfstarter.Orders", "com.zaxxer.shop.Orders", "javax.shop.Orders" })
	void applicationsMayBeInPackagesOfAnyName(String type) {
		assertThat(ApplicationCode.contains(type)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "java.lang.Thread", "jdk.internal.reflect.DirectMethodHandleAccessor", "sun.nio.ch.Net",
			"javax.sql.DataSource", "com.sun.net.httpserver.HttpServer", "jakarta.servlet.http.HttpServlet",
			"org.springframework.transaction.interceptor.TransactionInterceptor",
			"org.springframework.boot.loader.launch.JarLauncher", "org.springframework.web.servlet.DispatcherServlet",
			"org.springframework.cloud.openfeign.FeignInvocationHandler", "org.apache.catalina.core.StandardWrapper",
			"org.apache.hc.client5.http.impl.classic.CloseableHttpClient", "org.hibernate.Session",
			"com.zaxxer.hikari.HikariDataSource", "io.micrometer.observation.Observation",
			"io.perfstarter.reporting.request.TimeBreakdownFilter", "io.perfstarter.warmup.run.WarmupFilter",
			"io.perfstarter.jdbc.ObservedConnection", "com.acme.Orders$$SpringCGLIB$$0", "com.acme.$Proxy7",
			"com.acme.Orders$$Lambda/0x000001" })
	void theJdkLibrariesAndWeAreNoApplication(String type) {
		assertThat(ApplicationCode.contains(type)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(classes = { ApplicationCodeTests.class, ArrayListOfTheApplication.class, Shop.class })
	void classesOfAnApplicationAndWhatExtendsThemCanBeAnnotated(Class<?> type) {
		assertThat(ApplicationCode.canBeAnnotated(type)).isTrue();
	}

	@Test
	void aProxyCanBeAnnotatedIfAnInterfaceCan() {
		assertThat(ApplicationCode.canBeAnnotated(proxy(Supplier.class, Ordered.class))).isFalse();
		assertThat(ApplicationCode.canBeAnnotated(proxy(Ordered.class, LimiterListener.class))).isTrue();
	}

	private static Class<?> proxy(Class<?>... interfaces) {
		return Proxy
			.newProxyInstance(ApplicationCodeTests.class.getClassLoader(), interfaces, (object, method, args) -> null)
			.getClass();
	}

	@ParameterizedTest
	@ValueSource(classes = { Object.class, ArrayList.class, Ordered.class, JdbcTemplate.class,
			DefaultListableBeanFactory.class })
	void classesOfTheJdkAndOfSpringCannotBeAnnotated(Class<?> type) {
		assertThat(ApplicationCode.canBeAnnotated(type)).isFalse();
	}

	@Test
	void theNearestLineIsThatOfTheApplication() {
		assertThat(ApplicationCode.nearestLine(new StackTraceElement[] { frame("io.perfstarter.jdbc", "ObservedPool"),
				frame("io.perfstarter.reporting.request", "TimeBreakdownFilter"), frame("org.apache.foo", "Orders"),
				frame("org.springframework.samples.petclinic", "OwnerController") }))
			.isEqualTo("Orders.java:42");
	}

	@Test
	void thereIsNoneInAStackOfLibraries() {
		assertThat(ApplicationCode.nearestLine(new StackTraceElement[] { frame("com.zaxxer.hikari", "HikariDataSource"),
				frame("java.lang", "Thread") }))
			.isNull();
	}

	private static StackTraceElement frame(String name, String type) {
		return new StackTraceElement(name + "." + type, "call", type + ".java", 42);
	}

	/**
	 * A class of an application that extends one of the JDK.
	 */
	@SuppressWarnings("serial")
	private static final class ArrayListOfTheApplication extends ArrayList<String> {

	}

}
