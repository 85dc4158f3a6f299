package io.perfstarter.sample.token;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/**
 * Starts the token-service of the sample.
 */
@ConfigurationPropertiesScan
@SpringBootApplication
public class TokenApplication {

	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(TokenApplication.class).properties("spring.config.name=token");
	}

}
