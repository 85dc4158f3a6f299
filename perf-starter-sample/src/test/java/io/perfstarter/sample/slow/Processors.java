package io.perfstarter.sample.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processors of the machine: whether others need them while we do not.
 */
final class Processors {

	private static final Pattern WAITED = Pattern.compile("some .*total=(\\d+)");

	private static final int LOOK_MILLIS = 500;

	private static final double MOST_BUSY = 0.5;

	private static final double MOST_WAITED = 0.3;

	private Processors() {
	}

	/**
	 * Looks for half a second, in which none of our load runs. The averages of Linux
	 * would still remember the last one.
	 * @return whether more than half of the processors' time was used, or somebody waited
	 * for them too much of the time; not if the machine does not tell
	 */
	static boolean starved() throws IOException, InterruptedException {
		long begin = System.nanoTime();
		long waited = waited();
		long[] jiffies = jiffies();
		Thread.sleep(LOOK_MILLIS);
		double micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
		long[] later = jiffies();
		double all = Math.max(1, later[0] - jiffies[0]);
		double idle = later[1] - jiffies[1];
		boolean busy = jiffies[0] != 0 && 1 - idle / all > MOST_BUSY;
		return busy || (waited() - waited) / micros > MOST_WAITED;
	}

	/** Somebody waited for so many microseconds since the start of the machine. */
	private static long waited() throws IOException {
		Path file = Path.of("/proc/pressure/cpu");
		Matcher matcher = WAITED.matcher(Files.exists(file) ? Files.readString(file) : "");
		return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
	}

	/** All of them, and those in which nothing was to be done. */
	private static long[] jiffies() throws IOException {
		Path file = Path.of("/proc/stat");
		if (!Files.exists(file)) {
			return new long[] { 0, 0 };
		}
		long[] fields = Arrays.stream(Files.readAllLines(file).get(0).split("\\s+"))
			.skip(1)
			.mapToLong(Long::parseLong)
			.toArray();
		// Guests are within user; idle and waiting for disks do not need a processor.
		return new long[] { Arrays.stream(fields).limit(8).sum(), fields[3] + fields[4] };
	}

}
