package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Determines the cause of slow requests from measurements. Thread-safe.
 */
public final class Verdicts {

	/**
	 * Minimum number of slow requests before a cause is named.
	 */
	static final int MIN_SLOW_REQUESTS = 3;

	/**
	 * Minimum share of slow requests before a cause is named.
	 */
	static final double SLOW = 0.01;

	/**
	 * Judges a period.
	 * @param window the period
	 * @return the cause of its slow requests, or another problem; {@code null} if there
	 * is none, or if the process was suspended
	 */
	public @Nullable Verdict of(Window window) {
		if (window.machine().suspended()) {
			return null;
		}
		if (slowness(window.requests()) >= 1) {
			Diagnosis slow = Diagnosis.ofSlow(window);
			return CausalOrder.judge(slow, CausalOrder.standing(slow));
		}
		List<Verdict> standing = CausalOrder.standing(Diagnosis.ofAll(window));
		return standing.isEmpty() ? null : CausalOrder.withOthers(standing);
	}

	/**
	 * Judges a slow request. The caller decides whether it was slow.
	 * @param request the request
	 * @param window the period in which it was completed
	 * @return the cause; {@code null} if it is unknown because the process was suspended
	 */
	public @Nullable Verdict of(ServedRequest request, Window window) {
		if (window.machine().suspended() || request.nanos() == 0) {
			return null;
		}
		return CausalOrder.judge(Diagnosis.of(request, window), List.of());
	}

	/**
	 * Returns how many requests of a period are slow.
	 * @param requests the requests
	 * @return their share divided by the minimum share for a cause; 0 if there are too
	 * few for a cause
	 */
	public static double slowness(RequestsWindow requests) {
		return (requests.slow() >= MIN_SLOW_REQUESTS) ? requests.slow() / (SLOW * requests.count()) : 0;
	}

}
