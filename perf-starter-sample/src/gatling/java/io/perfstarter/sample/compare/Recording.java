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

	private final List<Double> millis = new ArrayList<>();

	private final Instant begin = Instant.now();

	private Instant end = this.begin;

	private int failures;

	/**
	 * Adds a request.
	 * @param began when it was sent, by {@link System#nanoTime()}
	 * @param failed whether it failed
	 */
	synchronized void add(long began, boolean failed) {
		this.millis.add((double) (System.nanoTime() - began) / TimeUnit.MILLISECONDS.toNanos(1));
		this.failures += failed ? 1 : 0;
		this.end = Instant.now();
	}

	Instant begin() {
		return this.begin;
	}

	synchronized Instant end() {
		return this.end;
	}

	synchronized Figures figures() {
		return Figures.of(this.millis.stream().mapToDouble(Double::doubleValue).toArray(), this.failures,
				Duration.between(this.begin, this.end).toNanos() / 1e9);
	}

}
