package io.perfstarter.routing.connection;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the replica with the lower pool utilisation of two random replicas (M.
 * Mitzenmacher, The Power of Two Choices in Randomized Load Balancing, 2001). A slow
 * replica thus gets fewer reads, because its connections are in use for longer.
 * Thread-safe.
 *
 * @param replicas the replicas, at least one
 */
record ReplicaChoice(List<Replica> replicas) {

	/**
	 * Acquires a slot of an eligible replica.
	 * @param lastWrite the time up to which writes must be visible, {@link Sampler#NEVER}
	 * if no write is required
	 * @param except a replica that was tried already
	 * @return the replica, {@code null} if no eligible replica has a free slot
	 */
	@Nullable Replica acquire(long lastWrite, @Nullable Replica except) {
		Replica choice = choose(lastWrite, except);
		while (choice != null && !choice.slots().tryAcquire()) {
			choice = choose(lastWrite, except);
		}
		return choice;
	}

	/**
	 * Returns an eligible replica, with or without a free slot.
	 */
	Optional<Replica> anyEligible(long lastWrite) {
		return this.replicas.stream().filter((replica) -> replica.isEligible(lastWrite)).findFirst();
	}

	private @Nullable Replica choose(long lastWrite, @Nullable Replica except) {
		int number = this.replicas.size();
		ThreadLocalRandom random = ThreadLocalRandom.current();
		int first = random.nextInt(number);
		Replica one = eligible(first, lastWrite, except);
		if (one == null || number == 1) {
			return one;
		}
		Replica other = eligible(first + 1 + random.nextInt(number - 1), lastWrite, except);
		return (other != null && other.load() < one.load()) ? other : one;
	}

	/**
	 * Returns the first eligible replica with a free slot, starting at an index.
	 */
	private @Nullable Replica eligible(int from, long lastWrite, @Nullable Replica except) {
		for (int i = 0; i < this.replicas.size(); i++) {
			Replica replica = this.replicas.get((from + i) % this.replicas.size());
			if (replica != except && replica.slots().isFree() && replica.isEligible(lastWrite)) {
				return replica;
			}
		}
		return null;
	}

}
