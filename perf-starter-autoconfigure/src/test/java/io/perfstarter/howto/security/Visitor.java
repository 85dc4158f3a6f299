package io.perfstarter.howto.security;

import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A client of an instance, with its cookies or without.
 */
final class Visitor {

	private final CookieManager cookies = new CookieManager();

	private final String address;

	private final HttpClient client;

	private Visitor(int port, boolean withCookies) {
		this.address = "http://127.0.0.1:" + port;
		HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
		this.client = ((withCookies) ? builder.cookieHandler(this.cookies) : builder).build();
	}

	static Visitor of(int port) {
		return new Visitor(port, true);
	}

	static Visitor withoutCookies(int port) {
		return new Visitor(port, false);
	}

	/**
	 * Logs in as a browser does.
	 * @param user the name and the password of the user
	 */
	void logIn(String user) {
		get("/login");
		send(request("/login").header("Content-Type", "application/x-www-form-urlencoded")
			.header("X-XSRF-TOKEN", csrf())
			.POST(BodyPublishers.ofString("username=%s&password=%1$s".formatted(user))));
	}

	HttpResponse<String> get(String path) {
		return send(request(path));
	}

	/**
	 * Asks with name and password in the request itself.
	 * @param user the name and the password of the user
	 * @param path the path
	 * @return the answer
	 */
	HttpResponse<String> getAs(String user, String path) {
		return send(request(path).header("Authorization", "Basic " + login(user)));
	}

	HttpResponse<String> change(String path) {
		return send(request(path).header("X-XSRF-TOKEN", csrf()).PUT(BodyPublishers.noBody()));
	}

	HttpResponse<String> post(String path, String type) {
		return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString("{}")));
	}

	static String login(String user) {
		return Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
	}

	private String csrf() {
		return this.cookies.getCookieStore()
			.getCookies()
			.stream()
			.filter((cookie) -> cookie.getName().equals("XSRF-TOKEN"))
			.map(HttpCookie::getValue)
			.findFirst()
			.orElseThrow();
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(this.address + path));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return this.client.send(request.build(), BodyHandlers.ofString());
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
