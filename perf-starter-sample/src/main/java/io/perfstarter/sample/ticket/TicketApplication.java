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
 * The ticket-service of the sample.
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

	/** Not a default candidate: Eureka's own client must not look up the registry. */
	@Bean(defaultCandidate = false)
	@LoadBalanced
	RestClient.Builder loadBalancedRestClientBuilder(RestClientBuilderConfigurer configurer) {
		return configurer.configure(RestClient.builder());
	}

}
