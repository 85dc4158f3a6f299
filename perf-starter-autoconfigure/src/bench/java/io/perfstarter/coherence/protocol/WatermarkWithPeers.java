package io.perfstarter.coherence.protocol;

import java.time.Duration;

/**
 * Makes the watermark of an instance that has peers and has just heard of all.
 */
public final class WatermarkWithPeers {

	private WatermarkWithPeers() {
	}

	public static FreshnessWatermark watermark(Duration maxStaleness) {
		FreshnessWatermark watermark = new FreshnessWatermark(maxStaleness, System::nanoTime);
		watermark.heardUpTo(System.nanoTime());
		return watermark;
	}

}
