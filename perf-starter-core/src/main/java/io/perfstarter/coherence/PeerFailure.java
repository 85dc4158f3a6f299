package io.perfstarter.coherence;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;

/**
 * Describes in words why a message to a peer failed, and what to do about it.
 */
final class PeerFailure {

	private static final int LONGEST = 150;

	// If the causes contain several of these types, the first one in this list decides.
	private static final List<Map.Entry<Class<? extends Throwable>, String>> KINDS = List.of(
			Map.entry(UnresolvedAddressException.class, "unknown host"),
			Map.entry(UnknownHostException.class, "unknown host"),
			Map.entry(CertificateException.class, "certificate not trusted"),
			Map.entry(SSLException.class, "TLS failed"),
			Map.entry(HttpConnectTimeoutException.class, "connection timed out"),
			Map.entry(HttpTimeoutException.class, "response timed out"),
			Map.entry(NoRouteToHostException.class, "no route to host"),
			Map.entry(ConnectException.class, "connection refused"), Map.entry(EOFException.class, "connection closed"),
			Map.entry(ClosedChannelException.class, "connection closed"),
			Map.entry(SocketException.class, "connection reset"), Map.entry(ProtocolException.class, "not HTTP"));

	private final List<Throwable> causes = new ArrayList<>();

	PeerFailure(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			this.causes.add(cause);
		}
	}

	/**
	 * Returns the kind of the failure and the message of its last cause. A failure that
	 * is no I/O failure means an unreadable response, whose content is not logged.
	 */
	String reason() {
		String kind = KINDS.stream()
			.filter((entry) -> has(entry.getKey()))
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse(null);
		String message = has(IOException.class) ? message() : null;
		if (kind == null) {
			return (message != null) ? message : "response not understood";
		}
		return (message == null || message.equalsIgnoreCase(kind)) ? kind : kind + ": " + message;
	}

	private boolean has(Class<? extends Throwable> type) {
		return this.causes.stream().anyMatch(type::isInstance);
	}

	private @Nullable String message() {
		String message = null;
		for (Throwable cause : this.causes) {
			// Without a message of its own, an exception returns its cause as text.
			boolean own = cause.getMessage() != null
					&& (cause.getCause() == null || !cause.getCause().toString().equals(cause.getMessage()));
			message = own ? cause.getMessage() : message;
		}
		return (message == null || message.length() <= LONGEST) ? message : message.substring(0, LONGEST) + "…";
	}

	/**
	 * Returns what to do if HTTP seems to have been sent to a port with HTTPS, or HTTPS
	 * to a port with HTTP.
	 * @param scheme the scheme of the message
	 * @return the remedy with a separator before it, empty for all other failures
	 */
	String remedy(String scheme) {
		boolean secure = "https".equals(scheme);
		// A server with HTTP answers the handshake with text, or waits for the end of its
		// first line. A server with HTTPS closes the connection, or answers with a TLS
		// alert.
		boolean other = secure
				? has(HttpConnectTimeoutException.class) || this.causes.stream()
					.anyMatch((cause) -> cause instanceof SSLException
							&& String.valueOf(cause.getMessage()).contains("SSL message"))
				: has(EOFException.class) || has(ProtocolException.class);
		return !other ? ""
				: ("; if its port expects %s and not %s, set 'perf-starter.coherence.ssl-bundle' in all "
						+ "instances or in none, and correct the scheme in 'perf-starter.coherence.peers' or in the "
						+ "registry")
					.formatted(secure ? "HTTP" : "HTTPS", secure ? "HTTPS" : "HTTP");
	}

}
