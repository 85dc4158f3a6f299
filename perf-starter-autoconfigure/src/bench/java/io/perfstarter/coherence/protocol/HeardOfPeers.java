package io.perfstarter.coherence.protocol;

import java.time.Duration;

/**
 * Makes the certificate of an instance that has peers and has just heard of all.
 */
public final class HeardOfPeers {

	private HeardOfPeers() {
	}

	public static Certificate certificate(Duration maxStaleness) {
		Certificate certificate = new Certificate(maxStaleness, System::nanoTime);
		certificate.heardUpTo(System.nanoTime());
		return certificate;
	}

}
