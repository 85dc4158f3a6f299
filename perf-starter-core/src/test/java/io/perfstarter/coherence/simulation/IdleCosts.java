package io.perfstarter.coherence.simulation;

import java.util.Locale;
import java.util.function.BiFunction;

/**
 * What a fleet costs in which nothing changes, of all instances together.
 *
 * @param questions the questions, readings or claims in a second
 * @param bytes the bytes on the network in a second, in both directions
 * @param connections the connections
 * @param certified the seconds until all instances are certified that start in the same
 * second
 * @param joined the same for one more instance that starts later
 */
record IdleCosts(double questions, double bytes, long connections, double certified, double joined) {

	private static final long SECOND = 1_000_000_000L;

	private static final long CERTIFIED = 70;

	// A multiple of all intervals at which something is sent.
	private static final long WATCHED = 30;

	static IdleCosts of(int size, BiFunction<VirtualTime, Chance, IdleFleet> kind) {
		VirtualTime time = new VirtualTime();
		Chance chance = new Chance(1);
		IdleFleet fleet = kind.apply(time, chance);
		for (int number = 0; number < size; number++) {
			time.after(chance.seconds(0, 1), fleet::start);
		}
		time.runUntil(CERTIFIED * SECOND);
		long certified = fleet.instances().stream().mapToLong(IdleInstance::certifiedAt).max().orElseThrow();
		long questions = fleet.questions();
		long bytes = fleet.bytes();
		time.runUntil(time.now() + WATCHED * SECOND);
		questions = fleet.questions() - questions;
		bytes = fleet.bytes() - bytes;
		long connections = fleet.connections();
		fleet.start();
		IdleInstance joining = fleet.instances().get(fleet.instances().size() - 1);
		time.runUntil(time.now() + CERTIFIED * SECOND);
		return new IdleCosts((double) questions / WATCHED, (double) bytes / WATCHED, connections,
				(double) certified / SECOND, (double) (joining.certifiedAt() - joining.startedAt()) / SECOND);
	}

	@Override
	public String toString() {
		return String.format(Locale.ROOT,
				"%.0f questions and %.0f KB a second on %d connections, certified after %.1f s, one more after %.1f s",
				this.questions, this.bytes / 1_000, this.connections, this.certified, this.joined);
	}

}
