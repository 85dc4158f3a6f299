package io.perfstarter.sample.slow;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that wait for what nobody observes.
 */
@RestController
@RequestMapping("/wait")
class WaitController {

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final URI remote;

	WaitController(@Value("${slow.remote}") URI remote) {
		this.remote = remote;
	}

	@GetMapping("/sleep/{millis}")
	int sleep(@PathVariable int millis) throws InterruptedException {
		Thread.sleep(millis);
		return millis;
	}

	@GetMapping("/join/{millis}")
	int join(@PathVariable int millis) throws InterruptedException {
		Thread other = new Thread(() -> {
			try {
				sleep(millis);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		other.start();
		other.join();
		return millis;
	}

	@GetMapping("/client/{millis}")
	String client(@PathVariable int millis) throws IOException, InterruptedException {
		return this.client.send(HttpRequest.newBuilder(address(millis)).build(), BodyHandlers.ofString()).body();
	}

	@GetMapping("/url/{millis}")
	String url(@PathVariable int millis) throws IOException {
		try (InputStream answer = address(millis).toURL().openStream()) {
			return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	@GetMapping("/later/{millis}")
	CompletableFuture<Integer> later(@PathVariable int millis) {
		return CompletableFuture.supplyAsync(() -> millis,
				CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
	}

	/** More than what is between two sockets. */
	@GetMapping("/bytes/{megabytes}")
	void bytes(@PathVariable int megabytes, HttpServletResponse response) throws IOException {
		response.setContentLength(megabytes << 20);
		OutputStream out = response.getOutputStream();
		for (int i = 0; i < megabytes; i++) {
			out.write(new byte[1 << 20]);
		}
	}

	private URI address(int millis) {
		return URI.create(this.remote + "/answer/" + millis);
	}

}
