package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Window;

/**
 * Builds windows of thirty seconds for tests.
 */
final class TestWindows {

	private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

	private static final Duration LENGTH = Duration.ofSeconds(30);

	private final List<PoolWindow> pools = new ArrayList<>();

	private ComponentTimes breakdown = ComponentTimes.NONE;

	private long requests;

	private int connections = 1;

	private ThreadsWindow threads;

	private boolean suspended;

	private double processCpu = 1;

	private double waiting;

	static TestWindows with() {
		return new TestWindows();
	}

	/** Windows one after the other, the newest last. */
	static List<Window> series(int count, IntFunction<TestWindows> window) {
		return IntStream.range(0, count).mapToObj((at) -> window.apply(at).at(at)).toList();
	}

	/** A pool whose leases are all used. */
	TestWindows pool(String name, int max, double rate, double leaseSeconds) {
		return pool(name, max, rate, leaseSeconds, 1, 0);
	}

	/** How many threads wait for each pool that is added. */
	TestWindows waiting(double threads) {
		this.waiting = threads;
		return this;
	}

	TestWindows pool(String name, int max, double rate, double leaseSeconds, double sqlShare, double stoppedShare) {
		long usages = Math.round(rate * LENGTH.toSeconds());
		long borrowedNanos = Math.round(usages * leaseSeconds * 1e9);
		this.pools.add(new PoolWindow(name, max, 0, 0, usages, 0, 0, this.waiting, 0, usages, borrowedNanos, 0,
				Math.round(borrowedNanos * sqlShare), 0, Math.round(borrowedNanos * stoppedShare), List.of(),
				OutsideWork.NONE));
		return this;
	}

	TestWindows requests(long count, Map<TimeComponent, Long> millis) {
		this.requests = count;
		this.breakdown = ComponentTimes.of(millis.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (component) -> component.getValue() * 1_000_000)));
		return this;
	}

	/** How many of the two processors the process used. */
	TestWindows computes(double processors) {
		this.processCpu = processors;
		return this;
	}

	TestWindows connectionsOfOneThread(int connections) {
		this.connections = connections;
		return this;
	}

	TestWindows threads(int max) {
		return threads(max, 0);
	}

	TestWindows threads(int max, int busyPeak) {
		this.threads = new ThreadsWindow(max, busyPeak, 0, 0);
		return this;
	}

	TestWindows suspended() {
		this.suspended = true;
		return this;
	}

	Window at(int number) {
		RequestsWindow served = new RequestsWindow(this.requests, 0, 0, 0, this.breakdown, this.connections, "",
				new RequestFigures(ComponentTimes.NONE, 0, 0, 0, ThreadSamples.NONE, "", "", List.of(), List.of()));
		MachineWindow machine = new MachineWindow(new GcWindow("G1", 0, 0, 0, 0, "", -1, 0, -1, -1, OutsideWork.NONE),
				new CpuWindow(2, this.processCpu, 1, 2, 0, 0, 0, OutsideWork.NONE), 0, true, 0, 0, this.suspended);
		return new Window(START.plus(LENGTH.multipliedBy(number + 1)), LENGTH, served, this.pools, machine, List.of(),
				List.of(), List.of(), List.of(), this.threads);
	}

}
