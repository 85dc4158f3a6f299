package io.perfstarter.sample.warmup;

import io.perfstarter.sample.registry.RegistryApplication;

import org.springframework.boot.Banner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A real Eureka server on a free port, with the settings of the sample.
 */
final class Eureka implements AutoCloseable {

	private final ConfigurableApplicationContext context = RegistryApplication.builder()
		.bannerMode(Banner.Mode.OFF)
		.run("--server.port=0", "--eureka.dashboard.enabled=false");

	/**
	 * Where its clients find it, as an argument of theirs.
	 */
	String argument() {
		return "--eureka.client.service-url.defaultZone=http://127.0.0.1:%d/eureka/"
			.formatted(((WebServerApplicationContext) this.context).getWebServer().getPort());
	}

	@Override
	public void close() {
		this.context.close();
	}

}
