package io.perfstarter.sample.front;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Calls an instance of the ticket-service and returns its response.
 */
class TicketClient {

	private static final List<String> HANDED_ON = List.of(HttpHeaders.CONTENT_TYPE, "X-Sample-Instance",
			"X-Sample-Cache", "X-Sample-Database");

	private final RestClient restClient;

	private final String base;

	TicketClient(RestClient restClient, String base) {
		this.restClient = restClient;
		this.base = base;
	}

	ResponseEntity<byte[]> get(String path) {
		return this.restClient.get().uri(uri(path).build().toUri()).exchange((request, response) -> handOn(response));
	}

	ResponseEntity<byte[]> get(String path, MultiValueMap<String, String> parameters) {
		// The parameters are added before encoding, so that braces in their values are
		// not template variables.
		URI uri = uri(path).queryParams(parameters).build().encode().toUri();
		return this.restClient.get().uri(uri).exchange((request, response) -> handOn(response));
	}

	ResponseEntity<byte[]> put(String path, byte[] body) {
		return this.restClient.put()
			.uri(uri(path).build().toUri())
			.contentType(MediaType.APPLICATION_JSON)
			.body(body)
			.exchange((request, response) -> handOn(response));
	}

	ResponseEntity<byte[]> post(String path, byte[] body) {
		return this.restClient.post()
			.uri(uri(path).build().toUri())
			.contentType(MediaType.APPLICATION_JSON)
			.body(body)
			.exchange((request, response) -> handOn(response));
	}

	private UriComponentsBuilder uri(String path) {
		return UriComponentsBuilder.fromUriString(this.base).path(path);
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
