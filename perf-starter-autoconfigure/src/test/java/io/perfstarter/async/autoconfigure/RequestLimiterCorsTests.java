package io.perfstarter.async.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.perfstarter.fixtures.Tier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the CORS headers of rejected requests, with each place in which an
 * application may configure CORS.
 */
@Tag(Tier.ALL)
class RequestLimiterCorsTests {

	private static final String FRONT = "https://front.example";

	private final HttpClient client = HttpClient.newHttpClient();

	private @Nullable ConfigurableApplicationContext context;

	@AfterEach
	void stop() {
		if (this.context != null) {
			this.context.getBean(GatedApplication.class).door.release(1_000);
			this.context.close();
		}
	}

	/**
	 * Starts an application and takes its only place.
	 */
	private void start(Class<?>... configuration) {
		this.context = new SpringApplicationBuilder(GatedApplication.class).sources(configuration)
			.properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"server.shutdown=immediate",
					"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
					"perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0")
			.run();
		this.client.sendAsync(request("GET", "/held", null), BodyHandlers.discarding());
		GatedApplication application = this.context.getBean(GatedApplication.class);
		await().until(() -> application.running.get() == 1);
	}

	private HttpRequest request(String method, String path, @Nullable String origin) {
		assertThat(this.context).isNotNull();
		int port = ((ServletWebServerApplicationContext) this.context).getWebServer().getPort();
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
			.timeout(Duration.ofSeconds(60))
			.method(method, BodyPublishers.noBody());
		if (origin != null) {
			request.header("Origin", origin);
		}
		if (method.equals("OPTIONS")) {
			request.header("Access-Control-Request-Method", "GET");
		}
		return request.build();
	}

	private HttpResponse<String> response(String method, String path, @Nullable String origin) throws Exception {
		return this.client.send(request(method, path, origin), BodyHandlers.ofString());
	}

	private static @Nullable String header(HttpResponse<?> response, String name) {
		return response.headers().firstValue(name).orElse(null);
	}

	private void assertReadable(String path) throws Exception {
		HttpResponse<String> response = response("GET", path, FRONT);
		assertThat(response.statusCode()).as(path).isEqualTo(503);
		assertThat(header(response, "Retry-After")).as(path).isEqualTo("1");
		assertThat(header(response, "Access-Control-Allow-Origin")).as(path).isEqualTo(FRONT);
		assertThat(response.headers().allValues("Access-Control-Expose-Headers")).as(path)
			.containsExactlyInAnyOrder("X-Total", "Retry-After");
	}

	private void assertPlain(String path, @Nullable String origin) throws Exception {
		HttpResponse<String> response = response("GET", path, origin);
		assertThat(response.statusCode()).as(path).isEqualTo(503);
		assertThat(header(response, "Retry-After")).as(path).isEqualTo("1");
		assertThat(response.headers().map().keySet()).as(path)
			.noneMatch((name) -> name.toLowerCase(Locale.ROOT).matches("access-control.*|vary"));
		assertThat(response.body()).as(path).isEmpty();
	}

	private void assertPreflightPasses(String path) throws Exception {
		HttpResponse<String> response = response("OPTIONS", path, FRONT);
		assertThat(response.statusCode()).as(path).isEqualTo(200);
		assertThat(header(response, "Access-Control-Allow-Origin")).as(path).isEqualTo(FRONT);
	}

	@Test
	void noConfiguration() throws Exception {
		start();
		assertPlain("/simple", FRONT);
		assertPlain("/simple", null);
	}

	@Test
	void filter() throws Exception {
		start(FilterBean.class);
		assertReadable("/simple");
		assertPreflightPasses("/simple");
		assertPlain("/simple", "https://other.example");
		assertPlain("/simple", "no origin %");
	}

	@Test
	void registeredFilter() throws Exception {
		start(RegisteredFilter.class);
		assertReadable("/events/simple");
		assertPreflightPasses("/events/simple");
		assertPlain("/simple", FRONT);
	}

	@Test
	void sourceOfSpringSecurity() throws Exception {
		start(Source.class);
		assertReadable("/simple");
		assertPlain("/simple", "https://other.example");
	}

	@Test
	void springMvc() throws Exception {
		start(Mvc.class, Annotated.class);
		assertReadable("/simple");
		assertReadable("/missing");
		assertReadable("/annotated");
		assertPreflightPasses("/simple");
		assertPlain("/simple", "https://other.example");
		HttpResponse<String> combined = response("GET", "/annotated", "https://annotated.example");
		assertThat(header(combined, "Access-Control-Allow-Origin")).isEqualTo("https://annotated.example");
	}

	@Test
	void annotationAlone() throws Exception {
		start(Annotated.class);
		HttpResponse<String> response = response("GET", "/annotated", "https://annotated.example");
		assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo("https://annotated.example");
		assertThat(header(response, "Access-Control-Expose-Headers")).isEqualTo("Retry-After");
		assertPlain("/annotated", FRONT);
		assertPlain("/simple", "https://annotated.example");
	}

	@Test
	void urlPatternsOfFilters() {
		assertThat(CorsFilters.matches(List.of(), "/a")).isTrue();
		assertThat(CorsFilters.matches(List.of("/*"), "/a")).isTrue();
		assertThat(List.of("/api", "/api/", "/api/a/b"))
			.allMatch((path) -> CorsFilters.matches(List.of("/api/*"), path));
		assertThat(List.of("/apix", "/", "/a/api/b")).noneMatch((path) -> CorsFilters.matches(List.of("/api/*"), path));
		assertThat(CorsFilters.matches(List.of("/a", "*.json"), "/b/c.json")).isTrue();
		assertThat(CorsFilters.matches(List.of("/a", "*.json"), "/a")).isTrue();
		assertThat(CorsFilters.matches(List.of("/a", "*.json"), "/a/b")).isFalse();
	}

	private static CorsConfigurationSource source() {
		CorsConfiguration configuration = new CorsConfiguration();
		configuration.addAllowedOrigin(FRONT);
		configuration.addExposedHeader("X-Total");
		UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
		source.registerCorsConfiguration("/**", configuration);
		return source;
	}

	@Configuration(proxyBeanMethods = false)
	static class FilterBean {

		@Bean
		CorsFilter cors() {
			return new CorsFilter(source());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class RegisteredFilter {

		@Bean
		FilterRegistrationBean<CorsFilter> cors() {
			FilterRegistrationBean<CorsFilter> registration = new FilterRegistrationBean<>(new CorsFilter(source()));
			registration.addUrlPatterns("/events/*");
			return registration;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Source {

		@Bean
		CorsConfigurationSource corsConfigurationSource() {
			return source();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Mvc implements WebMvcConfigurer {

		@Override
		public void addCorsMappings(CorsRegistry registry) {
			registry.addMapping("/**").allowedOrigins(FRONT).exposedHeaders("X-Total");
		}

	}

	@RestController
	static class Annotated {

		@GetMapping("/annotated")
		@CrossOrigin(origins = "https://annotated.example")
		String annotated() {
			return "done";
		}

	}

}
