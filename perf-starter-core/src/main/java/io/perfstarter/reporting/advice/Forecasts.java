package io.perfstarter.reporting.advice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.Window;

/**
 * Computes the maximum request rate of each pool, and the time at which the demand will
 * exceed it.
 */
public final class Forecasts {

	/**
	 * Ratio of the forecast time to the observed time.
	 */
	private static final int AHEAD = 10;

	private Forecasts() {
	}

	/**
	 * Computes the forecasts.
	 * @param windows the measured periods, the newest last
	 * @return one forecast for each pool with enough borrowed connections in the last
	 * minute
	 */
	public static List<CapacityForecast> of(List<Window> windows) {
		List<Window> valid = windows.stream().filter((window) -> !window.machine().suspended()).toList();
		List<CapacityForecast> forecasts = new ArrayList<>();
		if (!valid.isEmpty()) {
			for (PoolWindow pool : valid.get(valid.size() - 1).pools()) {
				PoolLoad load = PoolLoad.minute(valid, pool.name());
				if (load.enough() && load.borrowedNanos() > 0) {
					forecasts.add(forecast(pool, load, valid));
				}
			}
		}
		return List.copyOf(forecasts);
	}

	private static CapacityForecast forecast(PoolWindow pool, PoolLoad load, List<Window> windows) {
		double ceiling = pool.max() / load.meanUsage();
		String sentence = String.format(Locale.ROOT, "%d connections / %.4f s each = at most %s/s; demand is %s/s: %s.",
				pool.max(), load.meanUsage(), rate(ceiling), rate(load.rate()),
				outlook(pool.name(), load.rate(), ceiling, windows));
		return new CapacityForecast(pool.name(), pool.max(), load.meanUsage(), ceiling, load.rate(), sentence);
	}

	private static String outlook(String pool, double offered, double ceiling, List<Window> windows) {
		if (offered > ceiling) {
			return "it exceeds the capacity";
		}
		String ratio = SettingFigures.percent(offered / ceiling) + " of the capacity";
		List<Window> known = windows.stream().filter((window) -> PoolLoad.of(window, pool).seconds() > 0).toList();
		double[] ends = known.stream().mapToDouble((window) -> window.end().toEpochMilli() / 1000.0).toArray();
		double[] rates = known.stream().mapToDouble((window) -> PoolLoad.of(window, pool).rate()).toArray();
		return Trend.rising(ends, rates).map((trend) -> {
			double seconds = Math.max(0, (ceiling - trend.end()) / trend.slope());
			double horizon = AHEAD * (ends[ends.length - 1] - ends[0]);
			return (seconds <= horizon)
					? ratio + ", and at the current growth it exceeds the capacity in " + time(seconds) : ratio;
		}).orElse(ratio);
	}

	private static String rate(double value) {
		return String.format(Locale.ROOT, (value < 10) ? "%.1f" : "%.0f", value);
	}

	private static String time(double seconds) {
		Duration time = Duration.ofSeconds(Math.round(seconds));
		if (time.toHours() >= 3) {
			return "about " + time.toHours() + " hours";
		}
		return (time.toMinutes() >= 3) ? "about " + time.toMinutes() + " minutes" : "about " + time.toSeconds() + " s";
	}

}
