package io.perfstarter.reporting.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

import io.perfstarter.reporting.JudgedWindow;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * The displayed periods, the oldest first. Their positions follow from their lengths,
 * because the wall clock may be set back.
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

	Window newest() {
		return window(size() - 1);
	}

	@Nullable Verdict verdict() {
		return isEmpty() ? null : verdict(size() - 1);
	}

	/**
	 * Returns what is wrong in the newest period.
	 * @return a sentence without a period
	 */
	String headline() {
		Verdict verdict = verdict();
		return (verdict != null) ? verdict.headline()
				: (newest().requests().slow() != 0) ? "No cause stands out" : "Nothing is slow";
	}

	/**
	 * Returns a sentence with the number of slow requests in the newest period.
	 */
	String slowRequests() {
		RequestsWindow requests = newest().requests();
		return !requests.counted() ? "Requests are not measured."
				: "%s of %s in the last %s %s slow.".formatted(requests.slow(),
						Figures.counted(requests.count(), "request"), Figures.time(newest().length().toNanos()),
						(requests.slow() != 1) ? "were" : "was");
	}

	/**
	 * Returns the position of the end of a period in the whole time.
	 * @param index the index of the period
	 * @return the position from 0 to 1
	 */
	double end(int index) {
		return (double) length(index + 1).toNanos() / Math.max(1, length(size()).toNanos());
	}

	/**
	 * Returns the sum of the lengths of the first periods.
	 */
	private Duration length(int periods) {
		return this.windows.stream()
			.limit(periods)
			.map((judged) -> judged.window().length())
			.reduce(Duration.ZERO, Duration::plus);
	}

	/**
	 * Returns the whole time.
	 * @return the sum of the lengths of all periods
	 */
	Duration length() {
		return length(size());
	}

	/**
	 * Writes the start and the end below a figure.
	 */
	void writeTimesTo(Html html) {
		html.open("div", "class", "times", "aria-hidden", "true").element("span", from()).element("span", to()).close();
	}

	double[] values(ToDoubleFunction<Window> value) {
		return this.windows.stream().map(JudgedWindow::window).mapToDouble(value).toArray();
	}

	/**
	 * Returns the periods in groups with the same verdict, the oldest first. A missing
	 * period, and a clock that is set, end a group.
	 */
	List<Stretch> stretches() {
		List<Stretch> stretches = new ArrayList<>();
		for (int begin = 0, end; begin < size(); begin = end) {
			end = begin + 1;
			while (end < size() && adjoins(end) && same(begin, end)) {
				end++;
			}
			stretches.add(stretch(begin, end));
		}
		return stretches;
	}

	private Stretch stretch(int begin, int end) {
		long slow = this.windows.subList(begin, end)
			.stream()
			.mapToLong((judged) -> judged.window().requests().slow())
			.sum();
		return new Stretch(verdict(begin), end - begin, slow, end(begin - 1), end(end - 1), clock(begin(window(begin))),
				clock(window(end - 1).end()));
	}

	private boolean adjoins(int index) {
		Duration gap = Duration.between(window(index - 1).end(), begin(window(index))).abs();
		return gap.multipliedBy(2).compareTo(window(index).length()) < 0;
	}

	private boolean same(int index, int other) {
		Verdict verdict = verdict(index);
		Verdict next = verdict(other);
		if (verdict == null || next == null) {
			return verdict == next && isSlow(index) == isSlow(other);
		}
		return verdict.cause() == next.cause() && Objects.equals(verdict.subject(), next.subject());
	}

	private boolean isSlow(int index) {
		return window(index).requests().slow() > 0;
	}

	private Window window(int index) {
		return this.windows.get(index).window();
	}

	private @Nullable Verdict verdict(int index) {
		return this.windows.get(index).verdict();
	}

	String from() {
		return clock(begin(window(0)));
	}

	String to() {
		return clock(newest().end());
	}

	String clock(Instant instant) {
		return CLOCK.format(instant.atZone(this.zone));
	}

	private static Instant begin(Window window) {
		return window.end().minus(window.length());
	}

}
