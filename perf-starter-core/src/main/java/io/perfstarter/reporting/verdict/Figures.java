package io.perfstarter.reporting.verdict;

import java.util.Locale;

/**
 * Formats figures with units for sentences; unknown values are {@code n/a}.
 */
final class Figures {

	private static final String UNKNOWN = "n/a";

	private static final long MEGABYTE = 1024 * 1024;

	private static final int LINE = 80;

	private Figures() {
	}

	static String percent(double share) {
		return isKnown(share) ? format("%.0f %%", 100 * share) : UNKNOWN;
	}

	static String number(double figure) {
		return isKnown(figure) ? format((figure < 10) ? "%.1f" : "%.0f", figure) : UNKNOWN;
	}

	static String count(long count) {
		return isKnown(count) ? Long.toString(count) : UNKNOWN;
	}

	/**
	 * Formats a time in milliseconds, or in seconds from 10 s.
	 */
	static String time(double nanos) {
		if (!isKnown(nanos)) {
			return UNKNOWN;
		}
		return (nanos < 1e10) ? number(nanos / 1e6) + " ms" : number(nanos / 1e9) + " s";
	}

	static String bytes(long bytes) {
		return isKnown(bytes) ? format("%d MB", Math.round((double) bytes / MEGABYTE)) : UNKNOWN;
	}

	/**
	 * Shortens a text for a sentence.
	 */
	static String line(String text) {
		return (text.length() > LINE) ? text.substring(0, LINE - 3) + "..." : text;
	}

	private static boolean isKnown(double figure) {
		return figure >= 0 && !Double.isInfinite(figure);
	}

	private static String format(String pattern, Object figure) {
		return String.format(Locale.ROOT, pattern, figure);
	}

}
