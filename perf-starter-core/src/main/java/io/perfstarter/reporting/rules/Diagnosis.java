package io.perfstarter.reporting.rules;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * The input of the rules: a time breakdown, and all measurements of its period.
 *
 * @param window the period with the judged requests
 * @param breakdown the time of the judged requests
 * @param queued whether a large wait for threads or at a limiter was removed from the
 * breakdown
 * @param pool the pool that requests waited for, or the pool with the longest wait;
 * {@code null} if there is none
 */
record Diagnosis(Window window, ComponentTimes breakdown, boolean queued, @Nullable PoolWindow pool) {

	/**
	 * Minimum share of the wait for threads that is removed, because it hides the work of
	 * the busy threads.
	 */
	static final double LARGE_QUEUE = 0.3;

	/**
	 * Returns the diagnosis of the slow requests of a period.
	 */
	static Diagnosis ofSlow(Window window) {
		return of(window, window.requests().slowFigures().breakdown());
	}

	/**
	 * Returns the diagnosis of all requests of a period.
	 */
	static Diagnosis ofAll(Window window) {
		return of(window, window.requests().breakdown());
	}

	/**
	 * Returns the diagnosis of one request, as if it were the only one of the period.
	 */
	static Diagnosis of(ServedRequest request, Window window) {
		return of(window.with(RequestsWindow.of(request)), request.breakdown());
	}

	private static Diagnosis of(Window window, ComponentTimes breakdown) {
		String awaited = window.requests().slowFigures().awaitedPool();
		PoolWindow pool = window.pools()
			.stream()
			.filter((one) -> one.name().equals(awaited))
			.findFirst()
			.or(() -> window.pools().stream().max(Comparator.comparingLong(PoolWindow::longestWait)))
			.orElse(null);
		return new Diagnosis(window, breakdown, false, pool);
	}

	/**
	 * Returns this diagnosis without the wait at limiters, if this wait is only the
	 * effect of something behind the limiter.
	 */
	Diagnosis behindLimiter() {
		return (this.breakdown.nanos(TimeComponent.LIMITER) != 0 && LimitRules.waitsForWhatIsBehind(this))
				? without(TimeComponent.LIMITER, share(TimeComponent.LIMITER) >= LARGE_QUEUE) : this;
	}

	Diagnosis without(TimeComponent component) {
		return without(component, false);
	}

	private Diagnosis without(TimeComponent component, boolean queue) {
		return new Diagnosis(this.window, this.breakdown.without(component), this.queued || queue, this.pool);
	}

	/**
	 * Returns this diagnosis without the wait for threads, if this wait is long.
	 */
	Diagnosis inService() {
		return (share(TimeComponent.THREAD_WAIT) >= LARGE_QUEUE) ? without(TimeComponent.THREAD_WAIT, true) : this;
	}

	/**
	 * Returns this diagnosis with the time of one component counted as another component.
	 */
	Diagnosis counting(TimeComponent component, TimeComponent as) {
		ComponentTimes moved = this.breakdown.without(component)
			.plus(ComponentTimes.of(Map.of(as, this.breakdown.nanos(component))));
		return new Diagnosis(this.window, moved, this.queued, this.pool);
	}

	/**
	 * Returns this diagnosis with another awaited pool.
	 */
	Diagnosis awaiting(PoolWindow pool) {
		return new Diagnosis(this.window, this.breakdown, this.queued, pool);
	}

	RequestsWindow requests() {
		return this.window.requests();
	}

	RequestFigures slowFigures() {
		return requests().slowFigures();
	}

	MachineWindow machine() {
		return this.window.machine();
	}

	double share(TimeComponent component) {
		return this.breakdown.share(component);
	}

	double share(List<TimeComponent> several) {
		long sum = several.stream().mapToLong(this.breakdown::nanos).sum();
		return (sum != 0) ? (double) sum / this.breakdown.total() : 0;
	}

	/**
	 * Describes the time of a component: its share of the whole time, and its time in a
	 * slow request.
	 */
	String cost(TimeComponent component) {
		return "%s of the time, %s in a slow request".formatted(Figures.percent(share(component)),
				Figures.time(perSlowRequest(this.breakdown.nanos(component))));
	}

	/**
	 * Divides a figure of the judged requests by the number of slow ones.
	 */
	double perSlowRequest(long figure) {
		return (double) figure / Math.max(1, requests().slow());
	}

	/**
	 * Returns the share of the period in which the JVM was paused.
	 */
	double stopped() {
		return ofPeriod(machine().stopped());
	}

	/**
	 * Returns the share of the period in which threads waited for memory outside of
	 * pauses.
	 */
	double stalled() {
		return ofPeriod(machine().gc().stalled());
	}

	double ofPeriod(long nanos) {
		return Math.max(0, nanos) / seconds() / 1e9;
	}

	double seconds() {
		return Math.max(1, this.window.length().toNanos()) / 1e9;
	}

	/**
	 * Returns the sessions of the database of a pool, if the database was asked.
	 */
	Optional<SessionsWindow> sessions(PoolWindow pool) {
		return this.window.sessions().stream().filter((sessions) -> sessions.pool().equals(pool.name())).findFirst();
	}

	/**
	 * Returns the sessions of the databases that slow the requests down. If requests wait
	 * more for statements than for connections, these are the databases of all pools that
	 * mainly requests use. Otherwise it is the database of the awaited pool.
	 */
	Stream<SessionsWindow> databases() {
		return this.window.sessions()
			.stream()
			.filter((sessions) -> waitsForStatements() ? this.window.isOfRequests(sessions.pool())
					: this.pool != null && sessions.pool().equals(this.pool.name()));
	}

	/**
	 * Returns whether requests wait more for statements than for connections.
	 */
	boolean waitsForStatements() {
		return share(SqlRules.STATEMENTS) > share(TimeComponent.POOL);
	}

	/**
	 * Returns what threads of slow requests were seen to do while a component was open.
	 */
	ThreadSamples seenIn(TimeComponent component) {
		return slowFigures().samples().in(component);
	}

	/**
	 * Returns the statement with the greatest cost in the slow requests.
	 */
	@Nullable Use costliest() {
		return slowFigures().costliest().stream().findFirst().orElse(null);
	}

	/**
	 * Returns the text of the {@link #costliest} statement, empty if there is none.
	 */
	String costliestStatement() {
		Use costliest = costliest();
		return (costliest != null) ? costliest.name() : "";
	}

	/**
	 * Returns the route to examine: the slowest one.
	 */
	String route() {
		return requests().slowestRoute().isEmpty() ? "the application" : requests().slowestRoute();
	}

	Verdict verdict(Cause cause, String subject, double share, String evidence, String remedy) {
		return new Verdict(cause, subject, this.queued, Math.min(1, share), evidence, remedy, List.of());
	}

}
