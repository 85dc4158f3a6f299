package io.perfstarter.sample.howto.gateway;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * Stands for the gateway: it hands on what is below {@code /tickets}, to each instance in
 * turn.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@Import(Gateway.Tickets.class)
class Gateway {

	/** Not a default candidate: Eureka's own client must not look up the registry. */
	@Bean(defaultCandidate = false)
	@LoadBalanced
	RestClient.Builder loadBalancedRestClientBuilder() {
		return RestClient.builder();
	}

	/**
	 * The one route.
	 */
	@RestController
	static class Tickets {

		private final RestClient instances;

		Tickets(@LoadBalanced RestClient.Builder builder) {
			this.instances = builder.baseUrl("http://tickets").build();
		}

		@RequestMapping("/tickets/**")
		ResponseEntity<String> handOn(HttpMethod method, HttpServletRequest request,
				@RequestBody(required = false) String body) {
			RestClient.RequestBodySpec call = this.instances.method(method).uri(request.getRequestURI());
			ResponseEntity<String> answer = ((body != null) ? call.body(body) : call).retrieve().toEntity(String.class);
			return ResponseEntity.status(answer.getStatusCode()).headers((headers) -> {
				String instance = answer.getHeaders().getFirst("X-Instance");
				if (instance != null) {
					headers.set("X-Instance", instance);
				}
			}).body(answer.getBody());
		}

	}

}
