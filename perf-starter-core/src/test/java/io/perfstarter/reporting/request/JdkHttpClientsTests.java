package io.perfstarter.reporting.request;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StackSampler.JdkHttpClients}.
 */
class JdkHttpClientsTests {

	private final StackSampler.JdkHttpClients clients = new StackSampler.JdkHttpClients();

	@Test
	void countsWhatIsNew() {
		assertThat(this.clients.created(List.of("main", "HttpClient-7-SelectorManager"))).isZero();
		assertThat(this.clients.created(List.of("HttpClient-7-SelectorManager", "HttpClient-7-Worker-1"))).isZero();
		assertThat(this.clients.created(List.of("HttpClient-9-SelectorManager", "HttpClient-12-SelectorManager")))
			.isEqualTo(5);
		// The newest one has ended.
		assertThat(this.clients.created(List.of("HttpClient-9-SelectorManager"))).isZero();
		assertThat(this.clients.created(List.of("HttpClient-13-SelectorManager"))).isOne();
	}

	@Test
	void firstClientOfTheProcessIsNew() {
		assertThat(this.clients.created(List.of("main"))).isZero();
		assertThat(this.clients.created(List.of("HttpClient-1-SelectorManager"))).isOne();
	}

	@Test
	void clientsOfThisJdkHaveThisName() {
		this.clients.created(names());
		List<HttpClient> used = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			used.add(HttpClient.newHttpClient());
		}
		assertThat(this.clients.created(names())).isGreaterThanOrEqualTo(3);
		assertThat(used).hasSize(3);
	}

	private static List<String> names() {
		return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
	}

}
