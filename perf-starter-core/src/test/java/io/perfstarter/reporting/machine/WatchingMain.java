package io.perfstarter.reporting.machine;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.perfstarter.reporting.window.OutsideWork;

/**
 * Does nothing but look, until it notices that it stood still, or a minute is over.
 */
final class WatchingMain {

	private WatchingMain() {
	}

	public static void main(String[] args) throws InterruptedException {
		long begin = System.nanoTime();
		try (Machine machine = new Machine(StopTheWorldClock.ofThisJvm(), Path.of("/"), System::nanoTime)) {
			machine.sample();
			System.out.println("looks");
			while (System.nanoTime() - begin < TimeUnit.MINUTES.toNanos(1)) {
				Thread.sleep(100);
				machine.sample();
				if (machine.next(OutsideWork.NONE, OutsideWork.NONE).suspended()) {
					System.out.println("stood still");
					return;
				}
			}
		}
	}

}
