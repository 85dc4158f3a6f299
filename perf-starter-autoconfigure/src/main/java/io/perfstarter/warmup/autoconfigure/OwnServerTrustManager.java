package io.perfstarter.warmup.autoconfigure;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * Accepts any certificate of the application's own server, which is issued for an
 * external host name and often self-signed. Must only be used for connections to this
 * server.
 */
final class OwnServerTrustManager extends X509ExtendedTrustManager {

	private OwnServerTrustManager() {
	}

	/**
	 * Creates the TLS context for connections to the own server.
	 * @param bundle the bundle with the client certificate, {@code null} if the server
	 * requires none
	 */
	static SSLContext context(@Nullable SslBundle bundle) {
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			KeyManager @Nullable [] keys = (bundle != null) ? bundle.getManagers().getKeyManagers() : null;
			context.init(keys, new TrustManager[] { new OwnServerTrustManager() }, null);
			return context;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("TLS is not available in this Java runtime", ex);
		}
	}

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
