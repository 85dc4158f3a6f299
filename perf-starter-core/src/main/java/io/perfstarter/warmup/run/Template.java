package io.perfstarter.warmup.run;

import java.time.LocalDate;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders that get a random value in each request: {@code {range:1..20}}
 * for a number, {@code {list:red,green}} for an element, and {@code {date:-30..0}} for a
 * day by its distance in days from today. Other braces stay unchanged. Thread-safe.
 */
public final class Template {

	private static final Pattern PLACEHOLDER = Pattern
		.compile("\\{(?:(range|date):(-?\\d{1,9})\\.\\.(-?\\d{1,9})|(list):([^{}]*))}");

	private static final Pattern WRONG = Pattern.compile("\\{(?:range|date|list)(?::[^{}]*)?}");

	private final String text;

	private Template(String text) {
		this.text = text;
	}

	/**
	 * Parses a text.
	 * @param text the text, with or without placeholders
	 * @return the template
	 * @throws IllegalArgumentException if a placeholder is not valid
	 */
	public static Template of(String text) {
		Matcher rest = WRONG.matcher(PLACEHOLDER.matcher(text).replaceAll(""));
		if (rest.find()) {
			throw new IllegalArgumentException(
					rest.group() + " is not a valid placeholder; use {range:1..20}, {list:red,green} or {date:-30..0}");
		}
		PLACEHOLDER.matcher(text).results().forEach((place) -> check(place.group(), place.group(2), place.group(3)));
		return new Template(text);
	}

	private static void check(String place, String from, String to) {
		if (from != null && Integer.parseInt(from) > Integer.parseInt(to)) {
			throw new IllegalArgumentException(place + " has an end below its start");
		}
	}

	/**
	 * Replaces the placeholders.
	 * @param random returns a random number from 0 to its argument, exclusive
	 * @param today the current day
	 * @param encode encodes each value
	 */
	String fill(IntUnaryOperator random, LocalDate today, Function<String, String> encode) {
		return PLACEHOLDER.matcher(this.text)
			.replaceAll((place) -> Matcher.quoteReplacement(encode.apply(value(place, random, today))));
	}

	/**
	 * Returns an example of a resulting text.
	 * @return the text with the first value of each placeholder
	 */
	public String example() {
		return fill((bound) -> 0, LocalDate.EPOCH, (value) -> value);
	}

	private static String value(MatchResult place, IntUnaryOperator random, LocalDate today) {
		if (place.group(4) != null) {
			String[] values = place.group(5).split(",", -1);
			return values[random.applyAsInt(values.length)];
		}
		int from = Integer.parseInt(place.group(2));
		int value = from + random.applyAsInt(Integer.parseInt(place.group(3)) - from + 1);
		return ("date".equals(place.group(1))) ? today.plusDays(value).toString() : Integer.toString(value);
	}

	@Override
	public String toString() {
		return this.text;
	}

}
