package io.perfstarter.sample.compare;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps how long each request of a step took. Gatling's own figures are whole
 * milliseconds, which is too coarse for an answer from a cache.
 */
final class Recording {

	private final List<Double> answered = new ArrayList<>();

	private final List<Double> failed = new ArrayList<>();

	private final Instant begin = Instant.now();

	private Instant end = this.begin;

	/**
	 * Adds a request.
	 * @param began when it was sent, by {@link System#nanoTime()}
	 * @param failed whether it failed
	 */
	synchronized void add(long began, boolean failed) {
		double millis = (double) (System.nanoTime() - began) / TimeUnit.MILLISECONDS.toNanos(1);
		((failed) ? this.failed : this.answered).add(millis);
		this.end = Instant.now();
	}

	Instant begin() {
		return this.begin;
	}

	synchronized Instant end() {
		return this.end;
	}

	synchronized Figures figures() {
		return Figures.of(array(this.answered), array(this.failed),
				Duration.between(this.begin, this.end).toNanos() / 1e9);
	}

	private static double[] array(List<Double> millis) {
		return millis.stream().mapToDouble(Double::doubleValue).toArray();
	}

}
