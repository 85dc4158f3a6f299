package io.perfstarter.peer;

import java.net.InetSocketAddress;
import java.time.Duration;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link HttpPeerTransport}.
 *
 * @param secret the shared secret of all instances
 * @param path the path at which each instance receives messages, with the context path
 * @param connectTimeout the maximum time to connect to a peer
 * @param readTimeout the maximum time to wait for the response of a peer
 * @param sslContext the TLS context, {@code null} for the JDK's default
 * @param listener the address and port for messages of peers, {@code null} for the port
 * of the application only
 */
public record HttpPeerSettings(String secret, String path, Duration connectTimeout, Duration readTimeout,
		@Nullable SSLContext sslContext, @Nullable InetSocketAddress listener) {

	/**
	 * Returns a text without the secret.
	 */
	@Override
	public String toString() {
		return "HttpPeerSettings[path=%s]".formatted(this.path);
	}

}
