package io.perfstarter.async.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for requests of another origin while the request limiter is full.
 */
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
	private void start(Class<?> configuration) {
		this.context = new SpringApplicationBuilder(GatedApplication.class).sources(configuration)
			.properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"server.shutdown=immediate",
					"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
					"perf-starter.async.requests.concurrency-limit=1", "perf-starter.async.requests.queue-capacity=0")
			.run();
		this.client.sendAsync(request("GET", "/held").build(), BodyHandlers.discarding());
		GatedApplication application = this.context.getBean(GatedApplication.class);
		await().until(() -> application.running.get() == 1);
	}

	private HttpRequest.Builder request(String method, String path) {
		assertThat(this.context).isNotNull();
		int port = ((ServletWebServerApplicationContext) this.context).getWebServer().getPort();
		return HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
			.timeout(Duration.ofSeconds(60))
			.method(method, BodyPublishers.noBody());
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return this.client.send(request.header("Origin", FRONT).build(), BodyHandlers.ofString());
	}

	@Test
	void filterBeforeTheLimiterAddsTheHeadersToARejection() throws Exception {
		start(FilterBeforeTheLimiter.class);
		HttpResponse<String> rejection = send(request("GET", "/simple"));
		assertThat(rejection.statusCode()).isEqualTo(503);
		assertThat(rejection.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(rejection.headers().firstValue("Access-Control-Allow-Origin")).hasValue(FRONT);
		assertThat(rejection.headers().firstValue("Access-Control-Expose-Headers")).hasValue("Retry-After");
	}

	@Test
	void preflightPasses() throws Exception {
		start(Mvc.class);
		HttpResponse<String> preflight = send(
				request("OPTIONS", "/simple").header("Access-Control-Request-Method", "GET"));
		assertThat(preflight.statusCode()).isEqualTo(200);
		assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin")).hasValue(FRONT);
		assertThat(send(request("GET", "/simple")).statusCode()).isEqualTo(503);
	}

	@Configuration(proxyBeanMethods = false)
	static class FilterBeforeTheLimiter {

		@Bean
		CorsConfigurationSource corsConfigurationSource() {
			CorsConfiguration configuration = new CorsConfiguration();
			configuration.addAllowedOrigin("https://front.example");
			configuration.addExposedHeader(HttpHeaders.RETRY_AFTER);
			UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
			source.registerCorsConfiguration("/**", configuration);
			return source;
		}

		@Bean
		FilterRegistrationBean<CorsFilter> corsBeforeTheLimiter(CorsConfigurationSource corsConfigurationSource) {
			FilterRegistrationBean<CorsFilter> cors = new FilterRegistrationBean<>(
					new CorsFilter(corsConfigurationSource));
			cors.setOrder(Ordered.HIGHEST_PRECEDENCE);
			return cors;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Mvc implements WebMvcConfigurer {

		@Override
		public void addCorsMappings(CorsRegistry registry) {
			registry.addMapping("/**").allowedOrigins(FRONT);
		}

	}

}
