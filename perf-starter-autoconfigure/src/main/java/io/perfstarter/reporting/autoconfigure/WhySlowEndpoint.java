package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.reporting.Reporting;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * {@link Endpoint} that shows the causes of slow requests. Its own requests are not part
 * of the reports, because each would appear in the next one.
 */
@WebEndpoint(id = "whyslow")
class WhySlowEndpoint {

	private final Reporting reporting;

	private final Environment environment;

	WhySlowEndpoint(Reporting reporting, Environment environment) {
		this.reporting = reporting;
		this.environment = environment;
	}

	/**
	 * Returns the results for programs. Without a preference of the caller, Spring
	 * chooses this operation, because its media type comes first in the alphabet.
	 */
	@ReadOperation(produces = { "application/json", "application/vnd.spring-boot.actuator.v3+json" })
	String json() {
		this.reporting.requests().ignoreCurrent();
		return ReportingAutoConfiguration.JSON.writeToString(this.reporting.json(instance()));
	}

	/**
	 * Returns the page for browsers, which reads the results as JSON.
	 */
	@ReadOperation(produces = "text/html;charset=UTF-8")
	Resource page() {
		this.reporting.requests().ignoreCurrent();
		return new ClassPathResource("whyslow.html", WhySlowEndpoint.class);
	}

	/**
	 * Returns the stacks of slow requests as text.
	 * @param what the part of the results, which must be {@code stacks}
	 */
	@ReadOperation(produces = "text/plain;charset=UTF-8")
	@Nullable String stacks(@Selector String what) {
		this.reporting.requests().ignoreCurrent();
		return "stacks".equals(what) ? this.reporting.stacks() : null;
	}

	/**
	 * Returns the name of this instance. Called for each request, because the port may be
	 * unknown at startup.
	 */
	private String instance() {
		String name = this.environment.getProperty("spring.application.name", "application");
		String port = this.environment.getProperty("local.server.port");
		return (port != null) ? name + ":" + port : name;
	}

}
