package io.perfstarter.reporting.advice;

import java.time.Duration;

/**
 * Formats figures of one kind always with the same unit, so that they can be compared.
 */
final class SettingFigures {

	private static final long MEGABYTE = 1024 * 1024;

	private SettingFigures() {
	}

	static String seconds(Duration time) {
		return time.toSeconds() + " s";
	}

	static String percent(double share) {
		return Math.round(share * 100) + " %";
	}

	static String megabytes(long bytes) {
		return toMegabytes(bytes) + " MB";
	}

	/**
	 * Converts bytes to whole megabytes, rounded up.
	 */
	static long toMegabytes(long bytes) {
		return (bytes + MEGABYTE - 1) / MEGABYTE;
	}

}
