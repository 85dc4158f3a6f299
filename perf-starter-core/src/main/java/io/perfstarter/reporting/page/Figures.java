package io.perfstarter.reporting.page;

import java.util.Locale;

/**
 * Formats figures for readers: about three digits, and {@code n/a} for values that were
 * not measured.
 */
final class Figures {

	static final String NOT_MEASURED = "n/a";

	private static final String[] BYTES = { "B", "KB", "MB", "GB", "TB" };

	private Figures() {
	}

	static String time(double nanos) {
		if (!known(nanos)) {
			return NOT_MEASURED;
		}
		double millis = nanos / 1e6;
		return (millis < 999.5) ? digits(millis) + " ms"
				: (millis < 99_950) ? digits(millis / 1000) + " s" : digits(millis / 60_000) + " min";
	}

	static String bytes(double bytes) {
		if (!known(bytes)) {
			return NOT_MEASURED;
		}
		int unit = 0;
		while (bytes >= 1000 && unit < BYTES.length - 1) {
			bytes /= 1024;
			unit++;
		}
		return digits(bytes) + " " + BYTES[unit];
	}

	static String percent(double share) {
		return known(share) ? digits(100 * share) + " %" : NOT_MEASURED;
	}

	static String count(double count) {
		return known(count) ? digits(count) : NOT_MEASURED;
	}

	static String counted(long count, String one) {
		return count + " " + ((count != 1) ? one + "s" : one);
	}

	static String shortened(String text, int length) {
		return (text.length() > length) ? text.substring(0, length - 1) + "…" : text;
	}

	private static boolean known(double value) {
		return value >= 0 && Double.isFinite(value);
	}

	private static String digits(double value) {
		if (value >= 9.95 || value == Math.rint(value)) {
			return String.format(Locale.ROOT, "%.0f", value);
		}
		return String.format(Locale.ROOT, (value >= 0.995) ? "%.1f" : "%.2f", value);
	}

}
