package io.perfstarter.sample.ticket;

import javax.sql.DataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientBuilderConfigurer;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.client.RestClient;

/**
 * Starts the ticket-service of the sample.
 */
@SpringBootApplication
public class TicketApplication {

	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(TicketApplication.class).properties("spring.config.name=ticket");
	}

	@Bean
	JdbcTemplate jdbcTemplate(DataSource dataSource,
			@Value("${perf-starter.routing.replicas.standby.url:}") String replicaUrl) {
		return new WitnessJdbcTemplate(dataSource, replicaUrl);
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

}
