package io.perfstarter.reporting;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Formats figures for log lines; values that were not measured are {@code n/a}.
 */
final class LogFigures {

	static final String NOT_MEASURED = "n/a";

	private static final long MEGABYTE = 1 << 20;

	private LogFigures() {
	}

	/**
	 * Formats a time in milliseconds, with one decimal place below 10 ms.
	 */
	static String millis(long nanos) {
		double millis = (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
		return format((millis < 10 && nanos != 0) ? "%.1fms" : "%.0fms", millis);
	}

	static String percent(double share, int decimals) {
		return (Double.isNaN(share) || share < 0) ? NOT_MEASURED : format("%." + decimals + "f%%", 100 * share);
	}

	static String megabytes(long bytes) {
		return (bytes < 0) ? NOT_MEASURED : (bytes + MEGABYTE / 2) / MEGABYTE + "M";
	}

	static String number(double number) {
		return (Double.isNaN(number) || number < 0) ? NOT_MEASURED
				: format((number != Math.rint(number)) ? "%.1f" : "%.0f", number);
	}

	private static String format(String pattern, double number) {
		return String.format(Locale.ROOT, pattern, number);
	}

}
