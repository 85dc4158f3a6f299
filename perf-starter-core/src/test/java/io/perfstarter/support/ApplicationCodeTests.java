package io.perfstarter.support;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ApplicationCode}.
 */
class ApplicationCodeTests {

	private final ApplicationCode application = new ApplicationCode(
			Set.of("com.acme.shop", "org.springframework.samples.petclinic", "io.perfstarter.sample"));

	@ParameterizedTest
	@ValueSource(strings = { "com.acme.shop.Orders", "com.acme.shop.web.OrderController", "Orders",
			"org.springframework.samples.petclinic.owner.OwnerController",
			"io.perfstarter.sample.ticket.TicketController", "com.acme.shop.Orders$Line" })
	void theApplicationIsWhatItsBasePackagesHold(String type) {
		assertThat(this.application.contains(type)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "com.acme.Main", "com.acme.shopping.Cart", "com.acme.util.Retry", "java.lang.Thread",
			"jakarta.xml.bind.JAXBContext", "org.glassfish.jaxb.runtime.v2.ContextFactory",
			"org.springframework.samples.Other", "io.perfstarter.reporting.request.TimeBreakdownFilter" })
	void whatIsOutsideOfThemIsALibrary(String type) {
		assertThat(this.application.contains(type)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "com.acme.shop.Orders$$SpringCGLIB$$0", "com.acme.shop.$Proxy7",
			"com.acme.shop.Orders$$Lambda/0x000001" })
	void generatedClassesAreNot(String type) {
		assertThat(this.application.contains(type)).isFalse();
	}

	@Test
	void theNearestLineIsThatOfTheApplication() {
		assertThat(this.application.nearestLine(new StackTraceElement[] { frame("io.perfstarter.jdbc", "ObservedPool"),
				frame("com.acme.util", "Retry"), frame("com.acme.shop", "Orders"),
				frame("org.springframework.samples.petclinic", "OwnerController") }))
			.isEqualTo("Orders.java:42");
	}

	@Test
	void thereIsNoneInAStackOfLibraries() {
		assertThat(this.application.nearestLine(new StackTraceElement[] {
				frame("com.zaxxer.hikari", "HikariDataSource"), frame("java.lang", "Thread") }))
			.isNull();
	}

	private static StackTraceElement frame(String name, String type) {
		return new StackTraceElement(name + "." + type, "call", type + ".java", 42);
	}

}
