package io.perfstarter.coherence;

import java.time.Duration;

import javax.net.ssl.SSLContext;

import io.perfstarter.coherence.protocol.Pace;
import io.perfstarter.coherence.transport.PeerEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link FanOut} needs to know.
 *
 * @param serviceId the name of this service in the registries
 * @param secret what all instances share and nobody else knows
 * @param contextPath the path below which each instance of the service answers, empty for
 * the root
 * @param connectTimeout the longest time to connect to a peer
 * @param readTimeout the longest time to wait for the answer of a peer
 * @param discoveryInterval how often discovery is asked for the peers
 * @param pace the bound, and the times that follow from it
 * @param sslContext whom to trust, {@code null} for the JDK's default
 */
public record FanOutSettings(String serviceId, String secret, String contextPath, Duration connectTimeout,
		Duration readTimeout, Duration discoveryInterval, Pace pace, @Nullable SSLContext sslContext) {

	/**
	 * Where an instance of the service receives messages.
	 * @param contextPath the path below which it answers, with or without slashes around
	 * @return the path of the endpoint
	 */
	public static String endpointPath(String contextPath) {
		String path = contextPath.replaceAll("^/+|/+$", "");
		return path.isEmpty() ? PeerEndpoint.PATH : '/' + path + PeerEndpoint.PATH;
	}

	@Override
	public String toString() {
		return "FanOutSettings[serviceId=%s, contextPath=%s]".formatted(this.serviceId, this.contextPath);
	}

}
