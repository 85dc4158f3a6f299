package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * A client of the sample, which returns the cookies that it receives, or forgets them.
 */
public final class Visitor {

	private final HttpClient client;

	private Visitor(HttpClient client) {
		this.client = client;
	}

	public static Visitor withCookies() {
		return new Visitor(HttpClient.newBuilder().cookieHandler(new CookieManager()).build());
	}

	static Visitor withoutCookies() {
		return new Visitor(HttpClient.newHttpClient());
	}

	public HttpResponse<String> get(String uri) {
		return send(HttpRequest.newBuilder(URI.create(uri)).build());
	}

	public HttpResponse<String> put(String uri, String body) {
		return send(json(uri).PUT(BodyPublishers.ofString(body)).build());
	}

	public HttpResponse<String> post(String uri, String body) {
		return send(json(uri).POST(BodyPublishers.ofString(body)).build());
	}

	private static HttpRequest.Builder json(String uri) {
		return HttpRequest.newBuilder(URI.create(uri)).header("Content-Type", "application/json");
	}

	private HttpResponse<String> send(HttpRequest request) {
		try {
			return this.client.send(request, BodyHandlers.ofString());
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
