package io.perfstarter.sample.front;

import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.client.RestClient;

/**
 * Starts the front of the sample.
 */
@SpringBootApplication
@EnableScheduling
public class FrontApplication {

	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(FrontApplication.class).properties("spring.config.name=front");
	}

	/**
	 * Creates the builder. It is not a default candidate, because Eureka's own client
	 * must not use load balancing.
	 */
	@Bean(defaultCandidate = false)
	@LoadBalanced
	RestClient.Builder loadBalancedRestClientBuilder(RestClientBuilderConfigurer configurer) {
		return configurer.configure(RestClient.builder());
	}

	/**
	 * Disables cookies, because all clients of the front would share one read token
	 * otherwise.
	 */
	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> withoutCookies() {
		return (builder) -> builder.withHttpClientCustomizer(HttpClientBuilder::disableCookieManagement);
	}

	@Bean
	TicketClient ticketClient(@LoadBalanced RestClient.Builder builder) {
		return new TicketClient(builder.build(), "http://ticket-service");
	}

}
