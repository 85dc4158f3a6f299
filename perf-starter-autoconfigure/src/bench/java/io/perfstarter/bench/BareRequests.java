package io.perfstarter.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Semaphore;

import org.jspecify.annotations.Nullable;

/**
 * The plain way to tell peers something: one client, one asynchronous {@code POST} to
 * each, no signature, no format and no word of what is lost.
 */
final class BareRequests {

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	// Without it, each moment at which the machine is busy opens hundreds of connections.
	private final Semaphore inFlight = new Semaphore(1_000);

	private final List<URI> addresses;

	private final int bytes;

	private volatile @Nullable Throwable failure;

	BareRequests(List<Instance> peers, int bytes) {
		this.addresses = peers.stream()
			.map((peer) -> URI.create("http://127.0.0.1:%d%s".formatted(peer.port, BareEndpoint.PATH)))
			.toList();
		this.bytes = Math.max(Integer.BYTES, bytes);
	}

	void send(int number) {
		byte[] body = ByteBuffer.allocate(this.bytes).putInt(number).array();
		for (URI address : this.addresses) {
			HttpRequest request = HttpRequest.newBuilder(address)
				.header("Content-Type", "application/octet-stream")
				.POST(BodyPublishers.ofByteArray(body))
				.build();
			this.inFlight.acquireUninterruptibly();
			this.client.sendAsync(request, BodyHandlers.ofByteArray()).whenComplete(this::note);
		}
	}

	private void note(HttpResponse<byte[]> response, @Nullable Throwable failure) {
		this.inFlight.release();
		if (failure != null) {
			this.failure = failure;
		}
		else if (response.statusCode() != 200) {
			this.failure = new IllegalStateException("Answered " + response.statusCode());
		}
	}

	void requireAnswered() {
		if (this.failure != null) {
			throw new IllegalStateException("A bare request failed", this.failure);
		}
	}

}
