package io.perfstarter.reporting.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Collects garbage until the JVM stood still for a while, and writes what the clock says.
 */
final class StoppedMain {

	private static final long ENOUGH = TimeUnit.MILLISECONDS.toNanos(500);

	private StoppedMain() {
	}

	public static void main(String[] args) {
		StopTheWorldClock clock = StopTheWorldClock.ofThisJvm();
		List<byte[]> live = new ArrayList<>();
		for (int i = 0; i < 100_000; i++) {
			live.add(new byte[100]);
		}
		while (clock.getAsLong() < ENOUGH) {
			System.gc();
			clock.sample();
		}
		System.out.println(clock.exact() + " " + clock.getAsLong() + " " + live.size());
	}

}
