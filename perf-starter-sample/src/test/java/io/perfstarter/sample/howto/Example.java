package io.perfstarter.sample.howto;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The application of a how-to page, started with the YAML of that page.
 */
public final class Example implements AutoCloseable {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final ConfigurableApplicationContext context;

	private Example(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Starts it.
	 * @param application its configuration
	 * @param yaml the YAML in the folder of the pages
	 * @param arguments what the page leaves to the reader, such as addresses
	 * @return the running application
	 */
	public static Example start(Class<?> application, String yaml, String... arguments) {
		return new Example(builder(application, yaml).run(arguments));
	}

	/**
	 * Prepares its start. What is said here counts only where the YAML says nothing.
	 * @param application its configuration
	 * @param yaml the YAML in the folder of the pages
	 * @return the builder
	 */
	public static SpringApplicationBuilder builder(Class<?> application, String yaml) {
		return new SpringApplicationBuilder(application).bannerMode(Banner.Mode.OFF)
			.properties("spring.config.location=classpath:/howto/" + yaml, "spring.freemarker.enabled=false",
					"spring.cloud.loadbalancer.enabled=false", "eureka.client.enabled=false",
					"server.address=127.0.0.1", "server.port=0", "logging.level.root=warn",
					"logging.level.io.perfstarter=info", "logging.level.com.netflix=error");
	}

	public ConfigurableApplicationContext context() {
		return this.context;
	}

	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	public URI uri(String path) {
		return URI.create("http://127.0.0.1:%d%s"
			.formatted(((WebServerApplicationContext) this.context).getWebServer().getPort(), path));
	}

	public HttpResponse<String> get(String path) {
		return send(HttpRequest.newBuilder(uri(path)));
	}

	/**
	 * Sends a request.
	 * @param request the request
	 * @return what was answered
	 */
	public static HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return CLIENT.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

}
