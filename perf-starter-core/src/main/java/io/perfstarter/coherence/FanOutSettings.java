package io.perfstarter.coherence;

import java.net.InetSocketAddress;
import java.time.Duration;

import javax.net.ssl.SSLContext;

import io.perfstarter.coherence.protocol.ProtocolTimings;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link FanOut}.
 *
 * @param serviceId the name of this service in the registries
 * @param secret the shared secret of all instances
 * @param contextPath the context path of each instance, empty for the root
 * @param connectTimeout the maximum time to connect to a peer
 * @param readTimeout the maximum time to wait for the response of a peer
 * @param discoveryInterval the interval between two discoveries of peers
 * @param timings the protocol timings, derived from the maximum staleness
 * @param sslContext the TLS context, {@code null} for the JDK's default
 * @param listener the address and port for messages of peers, {@code null} for the port
 * of the application only
 */
public record FanOutSettings(String serviceId, String secret, String contextPath, Duration connectTimeout,
		Duration readTimeout, Duration discoveryInterval, ProtocolTimings timings, @Nullable SSLContext sslContext,
		@Nullable InetSocketAddress listener) {

	/**
	 * The path of the endpoint for peers, below the context path.
	 */
	public static final String PATH = "/perf-starter/coherence/v1/events";

	/**
	 * Returns the path at which an instance receives messages.
	 * @param contextPath the context path of the instance, with or without slashes around
	 * @return the path of the endpoint
	 */
	public static String endpointPath(String contextPath) {
		String path = contextPath.replaceAll("^/+|/+$", "");
		return path.isEmpty() ? PATH : '/' + path + PATH;
	}

	@Override
	public String toString() {
		return "FanOutSettings[serviceId=%s, contextPath=%s]".formatted(this.serviceId, this.contextPath);
	}

}
