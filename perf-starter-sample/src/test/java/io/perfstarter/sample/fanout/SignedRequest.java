package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A message that a {@link FakePeer} got, to be sent again byte for byte.
 *
 * @param path where it went
 * @param headers its type and what signs it
 * @param body its body
 */
record SignedRequest(String path, Map<String, String> headers, byte[] body) {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	boolean mentions(String text) {
		return new String(this.body, StandardCharsets.UTF_8).contains(text);
	}

	HttpResponse<byte[]> sendTo(Instance instance) {
		URI uri = instance.uri().resolve(this.path);
		HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(this.body));
		this.headers.forEach(request::header);
		try {
			return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
