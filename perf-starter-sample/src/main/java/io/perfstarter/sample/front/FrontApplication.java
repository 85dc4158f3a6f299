package io.perfstarter.sample.front;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.context.annotation.Bean;
import org.springframework.web.client.RestClient;

/**
 * The front of the sample.
 */
@SpringBootApplication
public class FrontApplication {

	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(FrontApplication.class).properties("spring.config.name=front");
	}

	/** Not a default candidate: Eureka's own client must not look up the registry. */
	@Bean(defaultCandidate = false)
	@LoadBalanced
	RestClient.Builder loadBalancedRestClientBuilder(RestClientBuilderConfigurer configurer) {
		return configurer.configure(RestClient.builder());
	}

	@Bean
	TicketClient ticketClient(@LoadBalanced RestClient.Builder builder) {
		return new TicketClient(builder.build(), "http://ticket-service");
	}

}
