package io.perfstarter.peer;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * Reads the body of a response up to a limit, however it is framed, and cancels the rest,
 * which closes the connection. Not thread-safe: the client calls one method at a time.
 */
final class LimitedBody implements BodySubscriber<byte[]> {

	private final int limit;

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private final CompletableFuture<byte[]> body = new CompletableFuture<>();

	private Runnable cancellation = () -> {
	};

	/**
	 * Creates a subscriber.
	 * @param limit the maximum number of bytes; of a longer body, one more is returned
	 */
	LimitedBody(int limit) {
		this.limit = limit;
	}

	@Override
	public CompletionStage<byte[]> getBody() {
		return this.body;
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.cancellation = subscription::cancel;
		subscription.request(Long.MAX_VALUE);
	}

	@Override
	public void onNext(List<ByteBuffer> parts) {
		for (ByteBuffer part : parts) {
			byte[] more = new byte[Math.min(part.remaining(), this.limit + 1 - this.bytes.size())];
			part.get(more);
			this.bytes.writeBytes(more);
		}
		if (this.bytes.size() > this.limit) {
			this.cancellation.run();
			onComplete();
		}
	}

	@Override
	public void onError(Throwable failure) {
		this.body.completeExceptionally(failure);
	}

	@Override
	public void onComplete() {
		this.body.complete(this.bytes.toByteArray());
	}

}
