package io.perfstarter.sample.members;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Calls the token-service, which responds slowly.
 */
@Component
class TokenClient {

	private final RestClient restClient;

	TokenClient(RestClient.Builder builder, @Value("${members.token-service}") String baseUrl) {
		this.restClient = builder.baseUrl(baseUrl).build();
	}

	String emailOf(String token) {
		return this.restClient.get().uri("/token/{token}", token).retrieve().requiredBody(Owner.class).email();
	}

	private record Owner(String email) {
	}

}
