package io.perfstarter.coherence.simulation;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Loses, delays and repeats messages and answers, and is cut in two now and then.
 */
final class SimulatedNetwork {

	private static final long TIMEOUT = 2_500_000_000L;

	private static final long SECOND = 1_000_000_000L;

	private final Simulation simulation;

	private final double loss;

	private final double slow;

	private final double repeated;

	// By sending and receiving host: how many faults cut it now.
	private final int[][] cuts;

	private final long[][] lastArrival;

	SimulatedNetwork(Simulation simulation, int hosts, double loss, double slow, double repeated) {
		this.simulation = simulation;
		this.loss = loss;
		this.slow = slow;
		this.repeated = repeated;
		this.cuts = new int[hosts][hosts];
		this.lastArrival = new long[hosts][hosts];
	}

	void cut(int from, int to) {
		this.cuts[from][to]++;
	}

	void heal(int from, int to) {
		this.cuts[from][to]--;
	}

	CompletionStage<Answer> send(Instance from, URI address, Message message) {
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		from.later(TIMEOUT, () -> answer.complete(Answer.of(Outcome.UNREACHABLE)));
		if (!from.sends()) {
			return answer;
		}
		int to = this.simulation.host(address);
		carry(from, to, message, answer::complete);
		if (this.simulation.chance().in(this.repeated)) {
			this.simulation.tally().count(Fault.DUPLICATED);
			this.simulation.time()
				.after(this.simulation.chance().seconds(0, 5), () -> carry(from, to, message, (ignored) -> {
				}));
		}
		return answer;
	}

	private void carry(Instance from, int to, Message message, Consumer<Answer> answer) {
		if (isLost(from.host(), to)) {
			this.simulation.tally().count(Fault.REQUEST_LOST);
			return;
		}
		long arrival = this.simulation.time().now() + latency();
		if (arrival < this.lastArrival[from.host()][to]) {
			this.simulation.tally().count(Fault.REORDERED);
		}
		this.lastArrival[from.host()][to] = arrival;
		this.simulation.time().after(arrival - this.simulation.time().now(), () -> {
			Instance target = this.simulation.instanceAt(to);
			if (isCut(from.host(), to)) {
				return;
			}
			if (target == null) {
				answer(from, to, Answer.of(Outcome.UNREACHABLE), null, answer);
			}
			else {
				target.run(() -> answer(from, to, target.receive(ablated(message, from, target)), target, answer));
			}
		});
	}

	private void answer(Instance from, int to, Answer answer, @Nullable Instance target, Consumer<Answer> receiver) {
		if (isLost(to, from.host())) {
			this.simulation.tally().count(Fault.ANSWER_LOST);
			return;
		}
		from.later(latency(), () -> {
			if (!isCut(to, from.host())) {
				if (answer.origin() != null) {
					from.hearOf(answer.origin());
				}
				receiver.accept((target != null) ? ablated(answer, target, from) : answer);
			}
		});
	}

	private boolean isLost(int from, int to) {
		return isCut(from, to) || this.simulation.chance().in(this.loss);
	}

	private boolean isCut(int from, int to) {
		return this.cuts[from][to] > 0;
	}

	private long latency() {
		Chance chance = this.simulation.chance();
		if (!chance.in(this.slow)) {
			return chance.seconds(0.0002, 0.02);
		}
		long latency = chance.seconds(0.02, 4);
		if (latency > SECOND) {
			this.simulation.tally().count(Fault.DELAYED_OVER_ONE_SECOND);
		}
		return latency;
	}

	/**
	 * Without gap repair nobody learns of a number that he has not received.
	 */
	private Message ablated(Message message, Instance from, Instance to) {
		if (this.simulation.variant() != Variant.WITHOUT_GAP_REPAIR) {
			return message;
		}
		long done = to.done(from.origin());
		long mark = (message.batch().after() <= done) ? Math.max(done, message.batch().upTo()) : done;
		return new Message(message.origin(), message.address(), message.batch(), mark, null, message.leaving());
	}

	private Answer ablated(Answer answer, Instance from, Instance to) {
		if (this.simulation.variant() != Variant.WITHOUT_GAP_REPAIR) {
			return answer;
		}
		return new Answer(answer.outcome(), answer.origin(), to.done(from.origin()), answer.pendingNanos(), null);
	}

}
