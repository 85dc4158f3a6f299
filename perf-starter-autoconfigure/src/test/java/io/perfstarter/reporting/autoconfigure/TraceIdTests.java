package io.perfstarter.reporting.autoconfigure;

import java.util.List;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that slow requests name their distributed trace.
 */
@SpringBootTest(classes = SlowApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "perf-starter.reporting.period=200ms", "perf-starter.reporting.slow-threshold=50ms",
				"management.endpoints.web.exposure.include=whyslow" })
@Import(TraceIdTests.TracerConfiguration.class)
@DirtiesContext
@Tag(Tier.CI)
class TraceIdTests {

	@LocalServerPort
	private int port;

	@Autowired
	private SimpleTracer tracer;

	@ParameterizedTest
	@CsvSource({ "/blocked/80, GET /blocked/{millis}", "/async/80, GET /async/{millis}" })
	void slowRequestNamesItsTrace(String path, String route) {
		get(path);
		await("period with the request")
			.untilAsserted(() -> assertThat(JsonPath.<List<String>>read(get("/actuator/whyslow"),
					"$.slowest[?(@.request.route == '%s')].request.traceId".formatted(route)))
				.singleElement()
				.isIn(this.tracer.getSpans().stream().map((span) -> span.context().traceId()).toList()));
	}

	private String get(String path) {
		return RestClient.create("http://localhost:" + this.port).get().uri(path).retrieve().body(String.class);
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class TracerConfiguration {

		@Bean
		SimpleTracer tracer() {
			// The identifier of a first span is that of its trace, too, unless it is set.
			return new SimpleTracer() {
				@Override
				public SimpleSpan nextSpan() {
					SimpleSpan span = super.nextSpan();
					span.context().setSpanId("a-span");
					return span;
				}
			};
		}

		@Bean
		DefaultTracingObservationHandler tracingHandler(SimpleTracer tracer) {
			return new DefaultTracingObservationHandler(tracer);
		}

	}

}
