package io.perfstarter.reporting.window;

import java.util.Locale;

/**
 * Formats figures for readers with about two digits. A negative value, infinity or NaN
 * was not measured and becomes {@code n/a}. Stateless and thread-safe.
 */
public final class Figures {

	/**
	 * Stands for a value that was not measured.
	 */
	public static final String NOT_MEASURED = "n/a";

	private static final String[] BYTES = { "B", "KB", "MB", "GB", "TB" };

	private Figures() {
	}

	/**
	 * Formats a time.
	 * @param nanos the time in nanoseconds
	 * @return the time in milliseconds, seconds or minutes
	 */
	public static String time(double nanos) {
		if (!known(nanos)) {
			return NOT_MEASURED;
		}
		double millis = nanos / 1e6;
		return (millis < 999.5) ? digits(millis) + " ms"
				: (millis < 99_950) ? digits(millis / 1000) + " s" : digits(millis / 60_000) + " min";
	}

	/**
	 * Formats a number of bytes.
	 * @param bytes the number
	 * @return the number with its unit, a power of 1,024
	 */
	public static String bytes(double bytes) {
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

	/**
	 * Formats a share.
	 * @param share the share, 1 for all
	 * @return the share in percent
	 */
	public static String percent(double share) {
		return known(share) ? digits(100 * share) + " %" : NOT_MEASURED;
	}

	/**
	 * Formats a number.
	 * @param count the number
	 * @return the number without a unit
	 */
	public static String count(double count) {
		return known(count) ? digits(count) : NOT_MEASURED;
	}

	/**
	 * Formats a number of things.
	 * @param count the number
	 * @param one the name of one thing, whose plural ends with s
	 * @return the number and the name in the right form
	 */
	public static String counted(long count, String one) {
		return count + " " + ((count != 1) ? one + "s" : one);
	}

	/**
	 * Formats how often something happens.
	 * @param count the number
	 * @return {@code once}, or the number with {@code times}
	 */
	public static String times(double count) {
		String number = count(count);
		return (number.equals("1") || number.equals("1.0")) ? "once" : number + " times";
	}

	/**
	 * Shortens a text.
	 * @param text the text
	 * @param length the maximum length
	 * @return the text, or its beginning with an ellipsis
	 */
	public static String shortened(String text, int length) {
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
