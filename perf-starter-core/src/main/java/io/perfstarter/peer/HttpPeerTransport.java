package io.perfstarter.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Carries messages over HTTP: to a separate port, or to the port of the application,
 * whose filter passes them to the {@link #endpoint()}. Thread-safe.
 */
public final class HttpPeerTransport implements PeerTransport {

	// The maximum time from the first byte of a message until its answer.
	private static final Duration EXCHANGE = Duration.ofSeconds(5);

	private final Supplier<HttpPeerSettings> settings;

	private volatile @Nullable PeerEndpoint endpoint;

	/**
	 * Creates a transport.
	 * @param settings supplies the settings whenever a channel is opened
	 */
	public HttpPeerTransport(Supplier<HttpPeerSettings> settings) {
		this.settings = settings;
	}

	/**
	 * Returns the endpoint for messages of peers.
	 * @return the endpoint, {@code null} unless a channel receives messages
	 */
	public @Nullable PeerEndpoint endpoint() {
		return this.endpoint;
	}

	@Override
	public PeerChannel open(ScheduledExecutorService timer, String threads) {
		return new Channel(this.settings.get(), timer, threads);
	}

	/**
	 * A client, and the endpoint with its port.
	 */
	private final class Channel implements PeerChannel {

		private final HttpPeerSettings settings;

		private final MessageSigner signer;

		private final @Nullable PeerListener listener;

		private final PeerClient client;

		Channel(HttpPeerSettings settings, ScheduledExecutorService timer, String threads) {
			this.settings = settings;
			this.signer = new MessageSigner(settings.secret());
			InetSocketAddress address = settings.listener();
			try {
				this.listener = (address != null)
						? new PeerListener(address, settings.sslContext(), EXCHANGE, timer, threads) : null;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			this.client = client(settings.connectTimeout(), settings.readTimeout(), timer, threads);
		}

		private PeerClient client(Duration connectTimeout, Duration readTimeout, ScheduledExecutorService timer,
				String threads) {
			return new PeerClient(this.signer, System::currentTimeMillis, connectTimeout, readTimeout,
					this.settings.sslContext(), timer, threads);
		}

		@Override
		public PeerSender sender(Duration limit, ScheduledExecutorService timer, String threads) {
			Duration connectTimeout = limit.multipliedBy(3).dividedBy(10);
			return client(connectTimeout, limit.minus(connectTimeout), timer, threads);
		}

		@Override
		public void receive(Function<byte[], PeerAnswer> handler, Consumer<Refusal> refusals) {
			PeerEndpoint endpoint = new PeerEndpoint(this.settings.path(), handler, this.signer,
					System::currentTimeMillis, refusals, PeerEndpoint.NONCES);
			HttpPeerTransport.this.endpoint = endpoint;
			if (this.listener != null) {
				this.listener.start(this.settings.path(), endpoint);
			}
		}

		@Override
		public CompletionStage<PeerAnswer> send(URI address, Supplier<byte[]> message) {
			return this.client.send(address, message);
		}

		@Override
		public @Nullable Integer port() {
			return (this.listener != null) ? this.listener.port() : null;
		}

		@Override
		public void close() {
			HttpPeerTransport.this.endpoint = null;
			if (this.listener != null) {
				this.listener.close();
			}
			this.client.close();
		}

		@Override
		public String toString() {
			String path = "'" + this.settings.path() + "'";
			return (this.listener != null) ? path + " on port " + this.listener.port() : path;
		}

	}

}
