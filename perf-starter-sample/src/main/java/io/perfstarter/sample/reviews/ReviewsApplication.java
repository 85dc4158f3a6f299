package io.perfstarter.sample.reviews;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/**
 * The film reviews of the sample, as they were before and after, by profile; the database
 * comes from outside.
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
