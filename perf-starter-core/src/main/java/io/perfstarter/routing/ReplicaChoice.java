package io.perfstarter.routing;

import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Chooses a replica: of two at random the one of which less is lent. A slow replica,
 * whose connections are out for longer, thus gets less to do (M. Mitzenmacher, The Power
 * of Two Choices in Randomized Load Balancing, 2001). Thread-safe.
 */
final class ReplicaChoice {

	private final List<Replica> replicas;

	private final IntUnaryOperator random;

	/**
	 * Takes the replicas.
	 * @param random gives a number from 0 up to a bound, which is excluded
	 */
	ReplicaChoice(List<Replica> replicas, IntUnaryOperator random) {
		this.replicas = List.copyOf(replicas);
		this.random = random;
	}

	/**
	 * Takes a place of one of the replicas that are fit.
	 * @param token what the read must find
	 * @param except one that was tried in vain
	 * @return the choice, {@code null} if there is none that has a place
	 */
	@Nullable Replica take(long token, @Nullable Replica except) {
		Replica choice = choose(token, except);
		while (choice != null && !choice.places().tryTake()) {
			choice = choose(token, except);
		}
		return choice;
	}

	/**
	 * One of the replicas that are fit, with a place or without.
	 */
	Optional<Replica> anyFit(long token) {
		return this.replicas.stream().filter((replica) -> replica.isFit(token)).findFirst();
	}

	private @Nullable Replica choose(long token, @Nullable Replica except) {
		int number = this.replicas.size();
		int first = this.random.applyAsInt(number);
		Replica one = fit(first, token, except);
		if (one == null || number == 1) {
			return one;
		}
		Replica other = fit(first + 1 + this.random.applyAsInt(number - 1), token, except);
		return (other != null && other.load() < one.load()) ? other : one;
	}

	/**
	 * The first that is fit and has a place, from a number on.
	 */
	private @Nullable Replica fit(int from, long token, @Nullable Replica except) {
		for (int i = 0; i < this.replicas.size(); i++) {
			Replica replica = this.replicas.get((from + i) % this.replicas.size());
			if (replica != except && replica.places().isFree() && replica.isFit(token)) {
				return replica;
			}
		}
		return null;
	}

}
