package io.perfstarter.sample.slow;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.directory.InitialDirContext;

import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpClientErrorException.TooManyRequests;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/**
 * Requests that ask other processes, each by another client.
 */
@RestController
@RequestMapping("/remote")
class RemoteController {

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final RestClient observed;

	private final RestClient simple;

	private final RestClient unobserved;

	private final RestClient pooled;

	private final RestClient leaking;

	private final RestClient patient;

	private final String remote;

	private final int store;

	private final Hashtable<String, String> names;

	RemoteController(RestClient.Builder restClientBuilder, @Value("${slow.remote}") String remote,
			@Value("${slow.store}") int store, @Value("${slow.names}") int names) {
		this.observed = restClientBuilder.clone().baseUrl(remote).build();
		this.simple = restClientBuilder.clone()
			.baseUrl(remote)
			.requestFactory(new JdkClientHttpRequestFactory(this.client))
			.build();
		this.unobserved = RestClient.create(remote);
		this.pooled = restClientBuilder.clone().baseUrl(remote).requestFactory(apacheWithPoolOfTwo()).build();
		HttpComponentsClientHttpRequestFactory impatient = apacheWithPoolOfTwo();
		impatient.setConnectionRequestTimeout(400);
		this.leaking = restClientBuilder.clone().baseUrl(remote).requestFactory(impatient).build();
		this.patient = restClientBuilder.clone()
			.baseUrl(remote)
			.requestFactory(new HttpComponentsClientHttpRequestFactory())
			.build();
		this.remote = remote;
		this.store = store;
		this.names = new Hashtable<>(Map.of(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory",
				Context.PROVIDER_URL, "dns://127.0.0.1:" + names, "com.sun.jndi.dns.timeout.initial", "400",
				"com.sun.jndi.dns.timeout.retries", "1"));
	}

	private static HttpComponentsClientHttpRequestFactory apacheWithPoolOfTwo() {
		return new HttpComponentsClientHttpRequestFactory(
				HttpClients.custom().setConnectionManager(poolOfTwo()).build());
	}

	private static PoolingHttpClientConnectionManager poolOfTwo() {
		PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
		pool.setMaxTotal(2);
		pool.setDefaultMaxPerRoute(2);
		return pool;
	}

	@GetMapping("/plain/{millis}")
	String plain(@PathVariable int millis) {
		return get(this.unobserved, "/answer/{millis}", millis);
	}

	@GetMapping("/pooled/{millis}")
	String pooled(@PathVariable int millis) {
		return get(this.pooled, "/answer/{millis}", millis);
	}

	@GetMapping("/unclosed")
	String unclosed() {
		try {
			return this.leaking.get().uri("/answer/1").exchange((request, response) -> "not closed", false);
		}
		catch (ResourceAccessException ex) {
			return "no connection";
		}
	}

	@GetMapping("/patient")
	String patient() {
		try {
			return this.patient.get().uri("/busy").retrieve().requiredBody(String.class);
		}
		catch (TooManyRequests ex) {
			return "twice";
		}
	}

	@GetMapping("/trickle/{millis}")
	String trickle(@PathVariable int millis) {
		return get(this.observed, "/trickle/{millis}", millis);
	}

	@GetMapping("/loop/{times}")
	int loop(@PathVariable int times) {
		int length = 0;
		for (int i = 0; i < times; i++) {
			length += get(this.observed, "/answer/{millis}", 12).length();
		}
		return length;
	}

	/** Until the third attempt; Apache's client would wait a second and repeat, too. */
	@GetMapping("/retry")
	String retry() throws InterruptedException {
		for (int attempt = 1;; attempt++) {
			try {
				return get(this.simple, "/reluctant/{attempt}", attempt);
			}
			catch (TooManyRequests ex) {
				Thread.sleep(200);
			}
		}
	}

	private static String get(RestClient client, String path, int number) {
		return client.get().uri(path, number).retrieve().requiredBody(String.class);
	}

	@GetMapping("/async/{millis}")
	String async(@PathVariable int millis) {
		return CompletableFuture.supplyAsync(() -> send(millis)).join();
	}

	private String send(int millis) {
		try {
			return this.client
				.send(HttpRequest.newBuilder(URI.create(this.remote + "/answer/" + millis)).build(),
						BodyHandlers.ofString())
				.body();
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@GetMapping("/redis/{millis}")
	String redis(@PathVariable int millis) throws IOException {
		try (RedisSocket redis = new RedisSocket(this.store)) {
			return redis.get("wait-" + millis);
		}
	}

	@GetMapping("/redis-loop/{times}")
	String redisLoop(@PathVariable int times) throws IOException {
		String value = "";
		try (RedisSocket redis = new RedisSocket(this.store)) {
			for (int i = 0; i < times; i++) {
				value = redis.get("wait-6");
			}
		}
		return value;
	}

	@GetMapping("/lookup")
	String lookup() {
		try {
			return new InitialDirContext(this.names).getAttributes("tickets.example").toString();
		}
		catch (NamingException ex) {
			return "as configured";
		}
	}

}
