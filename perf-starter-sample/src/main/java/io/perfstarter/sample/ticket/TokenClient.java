package io.perfstarter.sample.ticket;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Calls the token-service, which responds slowly.
 */
@Component
class TokenClient {

	private final RestClient restClient;

	TokenClient(@LoadBalanced RestClient.Builder builder,
			@Value("${sample.token-service:http://token-service}") String baseUrl) {
		this.restClient = builder.baseUrl(baseUrl).build();
	}

	String emailOf(String token) {
		Owner owner = this.restClient.get()
			.uri("/token/{token}", token)
			.retrieve()
			.onStatus(HttpStatusCode::is4xxClientError, (request, response) -> {
				throw new NotFoundException("token", token);
			})
			.body(Owner.class);
		if (owner == null) {
			throw new NotFoundException("token", token);
		}
		return owner.email();
	}

	private record Owner(String email) {
	}

}
