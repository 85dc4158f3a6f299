package io.perfstarter.sample.registry;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.netflix.eureka.server.EnableEurekaServer;

/**
 * Starts the registry of the sample.
 */
@EnableEurekaServer
@SpringBootApplication
public class RegistryApplication {

	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(RegistryApplication.class).properties("spring.config.name=registry");
	}

}
