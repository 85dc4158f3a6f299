package io.perfstarter.sample.front;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Calls an instance of the ticket-service and hands on what it answers.
 */
@Component
class TicketClient {

	private static final List<String> HANDED_ON = List.of(HttpHeaders.CONTENT_TYPE, "X-Sample-Instance",
			"X-Sample-Cache", "X-Sample-Database");

	private final RestClient restClient;

	TicketClient(@LoadBalanced RestClient.Builder builder) {
		this.restClient = builder.build();
	}

	ResponseEntity<byte[]> get(String path, MultiValueMap<String, String> parameters) {
		return this.restClient.get().uri(uri(path, parameters)).exchange((request, response) -> handOn(response));
	}

	ResponseEntity<byte[]> get(String path) {
		return get(path, MultiValueMap.fromSingleValue(Map.of()));
	}

	ResponseEntity<byte[]> put(String path, byte[] body) {
		return this.restClient.method(HttpMethod.PUT)
			.uri(uri(path, MultiValueMap.fromSingleValue(Map.of())))
			.contentType(MediaType.APPLICATION_JSON)
			.body(body)
			.exchange((request, response) -> handOn(response));
	}

	private static URI uri(String path, MultiValueMap<String, String> parameters) {
		return UriComponentsBuilder.fromUriString("http://ticket-service")
			.path(path)
			.queryParams(parameters)
			.build()
			.encode()
			.toUri();
	}

	private static ResponseEntity<byte[]> handOn(ClientHttpResponse response) throws IOException {
		HttpHeaders headers = new HttpHeaders();
		for (String name : HANDED_ON) {
			String value = response.getHeaders().getFirst(name);
			if (value != null) {
				headers.set(name, value);
			}
		}
		return new ResponseEntity<>(response.getBody().readAllBytes(), headers, response.getStatusCode());
	}

}
