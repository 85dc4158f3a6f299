package io.perfstarter.warmup.autoconfigure;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.Ssl.ClientAuth;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The web server of the application, as the application itself reaches it.
 *
 * @param environment the settings of the server, and its port
 */
record OwnServer(Environment environment) {

	private static final String PORT = "local.server.port";

	// The port of a server that does not listen.
	private static final String NONE = "-1";

	boolean isListening() {
		String port = this.environment.getProperty(PORT);
		return port != null && !NONE.equals(port);
	}

	/**
	 * Returns the address with the context path.
	 * @param type the type of the application, {@code null} if unknown
	 * @return {@code null} if there is no web server
	 */
	@Nullable URI address(@Nullable WebApplicationType type) {
		return isListening() ? URI.create(((ssl() != null) ? "https" : "http") + "://" + host() + ":"
				+ this.environment.getProperty(PORT) + path(type)) : null;
	}

	private @Nullable Ssl ssl() {
		Ssl ssl = Binder.get(this.environment).bind("server.ssl", Ssl.class).orElse(null);
		return (Ssl.isEnabled(ssl)) ? ssl : null;
	}

	private String host() {
		InetAddress bound = Binder.get(this.environment).bind("server.address", InetAddress.class).orElse(null);
		InetAddress address = (bound != null && !bound.isAnyLocalAddress()) ? bound : InetAddress.getLoopbackAddress();
		String text = address.getHostAddress();
		return (text.contains(":")) ? "[" + text + "]" : text;
	}

	private String path(@Nullable WebApplicationType type) {
		String path = this.environment.getProperty(
				(type == WebApplicationType.REACTIVE) ? "spring.webflux.base-path" : "server.servlet.context-path", "");
		return StringUtils.trimTrailingCharacter(path, '/');
	}

	/**
	 * Returns the TLS context for connections to the server. If the server requires
	 * client certificates, the context presents the server's own certificate.
	 * @param bundles the bundles of the application, {@code null} if there are none
	 * @return {@code null} if the server uses no TLS
	 */
	@Nullable SSLContext sslContext(@Nullable SslBundles bundles) {
		Ssl ssl = ssl();
		if (ssl == null) {
			return null;
		}
		try {
			KeyManager @Nullable [] keys = (ssl.getClientAuth() == ClientAuth.NEED)
					? WebServerSslBundle.get(ssl, bundles).getManagers().getKeyManagers() : null;
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(keys, new TrustManager[] { new TrustAll() }, null);
			return context;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("TLS is not available in this Java runtime", ex);
		}
	}

	/**
	 * Accepts any certificate of the application's own server, which is issued for an
	 * external host name and often self-signed. Must only be used for connections to this
	 * server.
	 */
	private static final class TrustAll extends X509ExtendedTrustManager {

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String authType) {
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String authType) {
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
		}

		@Override
		public X509Certificate[] getAcceptedIssuers() {
			return new X509Certificate[0];
		}

	}

}
