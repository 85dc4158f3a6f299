package io.perfstarter.reporting.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * What is judged: a time by its parts, and all else that is known of its period.
 *
 * @param window the period; its requests are those that are judged
 * @param parts the time
 * @param queued whether the queue has been taken from it, because it was large
 * @param slow how many slow requests the period has, judged or not
 */
record Case(Window window, Parts parts, boolean queued, long slow) {

	/**
	 * From which share on the queue hides what those in front of it do.
	 */
	static final double LARGE_QUEUE = 0.3;

	/**
	 * The slow requests of a period.
	 */
	static Case ofSlow(Window window) {
		return new Case(window, window.requests().slowParts(), false, window.requests().slow());
	}

	/**
	 * All requests of a period.
	 */
	static Case ofAll(Window window) {
		return new Case(window, window.requests().parts(), false, window.requests().slow());
	}

	/**
	 * One request, as if it were the only one of the period.
	 */
	static Case of(ServedRequest request, Window window) {
		String pool = (request.awaitedPool() != null) ? request.awaitedPool() : "";
		RequestsWindow requests = new RequestsWindow(1, 1, request.nanos(), request.nanos(), request.parts(),
				request.parts(), request.statements(), request.rows(), request.allocated(), request.looks(),
				request.connections(), pool, request.route(), request.costliest(), request.remotes());
		Window period = new Window(window.end(), window.length(), requests, window.pools(), window.machine(),
				window.caches(), window.executors(), window.threads());
		return new Case(period, request.parts(), false, window.requests().slow());
	}

	/**
	 * The same without the queue, if that is large.
	 */
	Case inService() {
		boolean large = share(Part.QUEUE) >= LARGE_QUEUE;
		return large ? new Case(this.window, this.parts.without(Part.QUEUE), true, this.slow) : this;
	}

	/**
	 * The same with the time of one part counted as that of another.
	 */
	Case counting(Part part, Part as) {
		Parts moved = this.parts.without(part).plus(Parts.of(Map.of(as, this.parts.nanos(part))));
		return new Case(this.window, moved, this.queued, this.slow);
	}

	/**
	 * The same with another pool as the one that was waited for.
	 */
	Case awaiting(PoolWindow pool) {
		RequestsWindow them = requests();
		RequestsWindow requests = new RequestsWindow(them.count(), them.slow(), them.p50(), them.p99(), them.parts(),
				them.slowParts(), them.slowStatements(), them.slowRows(), them.slowAllocated(), them.slowLooks(),
				them.connections(), pool.name(), them.slowestRoute(), them.costliest(), them.remotes());
		Window period = new Window(this.window.end(), this.window.length(), requests, this.window.pools(), machine(),
				this.window.caches(), this.window.executors(), this.window.threads());
		return new Case(period, this.parts, this.queued, this.slow);
	}

	RequestsWindow requests() {
		return this.window.requests();
	}

	MachineWindow machine() {
		return this.window.machine();
	}

	double share(Part part) {
		return this.parts.share(part);
	}

	double share(List<Part> several) {
		long sum = several.stream().mapToLong(this.parts::nanos).sum();
		return (sum != 0) ? (double) sum / this.parts.total() : 0;
	}

	/**
	 * A figure of the period for one of its slow requests.
	 */
	double eachOfPeriod(long figure) {
		return (double) figure / Math.max(1, this.slow);
	}

	/**
	 * A figure of the requests that are judged for one of them.
	 */
	double each(long figure) {
		return (double) figure / Math.max(1, requests().slow());
	}

	/**
	 * For how much of the period the JVM stood still.
	 */
	double stopped() {
		return ofPeriod(machine().stopped());
	}

	/**
	 * For how much of the period threads waited for memory outside of pauses.
	 */
	double stalled() {
		return ofPeriod(machine().stalled());
	}

	double ofPeriod(long nanos) {
		return Math.max(0, nanos) / seconds() / 1e9;
	}

	double seconds() {
		return Math.max(1, this.window.length().toNanos()) / 1e9;
	}

	/**
	 * The pool that was waited for.
	 */
	@Nullable PoolWindow pool() {
		return this.window.pools()
			.stream()
			.filter((pool) -> pool.name().equals(requests().awaitedPool()))
			.findFirst()
			.or(() -> this.window.pools().stream().max(Comparator.comparingLong(PoolWindow::longestWait)))
			.orElse(null);
	}

	Verdict verdict(Cause cause, String subject, double share, String evidence, String remedy) {
		return new Verdict(cause, subject, this.queued, Math.min(1, share), evidence, remedy, List.of());
	}

}
