package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Judges what was measured. Where nothing is wrong there is no verdict. Thread-safe.
 */
public final class Verdicts {

	/**
	 * Fewer slow requests are nobody's fault.
	 */
	static final int SOME_SLOW = 3;

	/**
	 * And so is a smaller share of all requests.
	 */
	static final double SLOW = 0.01;

	/**
	 * Judges a period.
	 * @param window the period
	 * @return why its requests were slow, or what else is wrong; {@code null} if nothing
	 * is, or nobody can tell because the process stood still
	 */
	public @Nullable Verdict of(Window window) {
		if (window.machine().suspended()) {
			return null;
		}
		if (areSlow(window.requests())) {
			Case slow = Case.ofSlow(window);
			return CausalOrder.judge(slow, CausalOrder.standing(slow));
		}
		List<Verdict> standing = CausalOrder.standing(Case.ofAll(window));
		return standing.isEmpty() ? null : CausalOrder.withOthers(standing);
	}

	/**
	 * Judges a request that was slow. Whether it was is for others to say.
	 * @param request the request
	 * @param window the period in which it was answered
	 * @return why it was slow; {@code null} if nobody can tell because the process stood
	 * still
	 */
	public @Nullable Verdict of(ServedRequest request, Window window) {
		if (window.machine().suspended() || request.nanos() == 0) {
			return null;
		}
		return CausalOrder.judge(Case.of(request, window), List.of());
	}

	private static boolean areSlow(RequestsWindow requests) {
		return requests.slow() >= SOME_SLOW && requests.slow() >= SLOW * requests.count();
	}

}
