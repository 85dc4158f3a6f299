package io.perfstarter.reporting.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import io.perfstarter.reporting.JudgedWindow;
import io.perfstarter.reporting.window.Window;

/**
 * The displayed periods, the oldest first, and their positions in time.
 *
 * @param windows the periods
 * @param zone the time zone of displayed times
 */
record Timeline(List<JudgedWindow> windows, ZoneId zone) {

	private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

	static Timeline of(List<JudgedWindow> newestFirst, ZoneId zone) {
		List<JudgedWindow> windows = new ArrayList<>(newestFirst.subList(0, Math.min(120, newestFirst.size())));
		Collections.reverse(windows);
		return new Timeline(windows, zone);
	}

	boolean isEmpty() {
		return this.windows.isEmpty();
	}

	int size() {
		return this.windows.size();
	}

	JudgedWindow at(int index) {
		return this.windows.get(index);
	}

	Window newest() {
		return at(size() - 1).window();
	}

	/**
	 * Returns the position of the end of a period in the whole time.
	 * @param index the index of the period
	 * @return the position from 0 to 1
	 */
	double end(int index) {
		return since(at(index).window().end());
	}

	/**
	 * Returns the position of the start of a period in the whole time.
	 * @param index the index of the period
	 * @return the position from 0 to 1
	 */
	double begin(int index) {
		return since(begin(at(index).window()));
	}

	private double since(Instant instant) {
		long first = begin(at(0).window()).toEpochMilli();
		long last = newest().end().toEpochMilli();
		double place = (double) (instant.toEpochMilli() - first) / Math.max(1, last - first);
		return Math.min(1, Math.max(0, place));
	}

	/**
	 * Returns the whole time.
	 * @return the time from the start of the first period to the end of the last one
	 */
	Duration length() {
		return Duration.between(begin(at(0).window()), newest().end());
	}

	double[] values(ToDoubleFunction<Window> value) {
		return this.windows.stream().map(JudgedWindow::window).mapToDouble(value).toArray();
	}

	String from() {
		return from(0);
	}

	String from(int index) {
		return clock(begin(at(index).window()));
	}

	String to() {
		return clock(newest().end());
	}

	String clock(int index) {
		return clock(at(index).window().end());
	}

	String clock(Instant instant) {
		return CLOCK.format(instant.atZone(this.zone));
	}

	private static Instant begin(Window window) {
		return window.end().minus(window.length());
	}

}
