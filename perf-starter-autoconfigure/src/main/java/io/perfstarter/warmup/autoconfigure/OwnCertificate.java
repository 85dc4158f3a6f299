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
 * Accepts whatever certificate the own port shows: it is for the name by which others
 * know the instance, and often signed by nobody known. To be used for that port alone.
 */
final class OwnCertificate extends X509ExtendedTrustManager {

	private OwnCertificate() {
	}

	/**
	 * What to speak to the own port with.
	 * @param bundle has the certificate that the port asks for, {@code null} if it does
	 * not
	 */
	static SSLContext context(@Nullable SslBundle bundle) {
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			KeyManager @Nullable [] keys = (bundle != null) ? bundle.getManagers().getKeyManagers() : null;
			context.init(keys, new TrustManager[] { new OwnCertificate() }, null);
			return context;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("There is no TLS", ex);
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
