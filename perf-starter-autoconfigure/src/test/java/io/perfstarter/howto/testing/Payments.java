package io.perfstarter.howto.testing;

import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Calls the payment service.
 */
@Component
class Payments {

	private final RestClient client;

	Payments(ObservationRegistry observations, @Value("${payments:http://127.0.0.1:1}") String address) {
		this.client = RestClient.builder().observationRegistry(observations).baseUrl(address).build();
	}

	void pay(long id) {
		this.client.post().uri("/payments/{id}", id).retrieve().toBodilessEntity();
	}

}
