package io.perfstarter.coherence;

import java.io.EOFException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;

/**
 * Recognizes failures of messages that are sent with HTTP to a port with HTTPS, or the
 * reverse.
 */
final class OtherScheme {

	private OtherScheme() {
	}

	/**
	 * Returns what to do if a failure looks like that of a message with the wrong scheme.
	 * @param scheme the scheme of the message
	 * @param failure why there is no response
	 * @return the remedy with a separator before it, empty for all other failures
	 */
	static String remedy(String scheme, @Nullable Throwable failure) {
		boolean secure = "https".equals(scheme);
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (secure ? isOfPlainPort(cause) : isOfSecurePort(cause)) {
				return ("; if its port expects %s and not %s, set 'perf-starter.coherence.ssl-bundle' in all "
						+ "instances or in none, and correct the scheme in 'perf-starter.coherence.peers' or in the "
						+ "registry")
					.formatted(secure ? "HTTP" : "HTTPS", secure ? "HTTPS" : "HTTP");
			}
		}
		return "";
	}

	/**
	 * A server answers the handshake with text, or waits for the end of its first line.
	 */
	private static boolean isOfPlainPort(Throwable cause) {
		return cause instanceof HttpConnectTimeoutException
				|| (cause instanceof SSLException && String.valueOf(cause.getMessage()).contains("SSL message"));
	}

	/**
	 * A server closes the connection, or answers with a TLS alert.
	 */
	private static boolean isOfSecurePort(Throwable cause) {
		return cause instanceof EOFException || cause instanceof ProtocolException;
	}

}
