package io.perfstarter.sample.reviews;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/**
 * Starts the film reviews of the sample. Profiles select the state before and after the
 * improvements. The database runs separately.
 */
@ConfigurationPropertiesScan
@SpringBootApplication
public class ReviewsApplication {

	public static void main(String[] args) {
		builder().run(args);
	}

	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(ReviewsApplication.class).properties("spring.config.name=reviews");
	}

}
