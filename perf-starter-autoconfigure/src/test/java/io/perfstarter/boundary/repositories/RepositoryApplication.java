package io.perfstarter.boundary.repositories;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * An application with repositories only.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class RepositoryApplication {

	@Bean
	static Begins begins() {
		return new Begins();
	}

}
