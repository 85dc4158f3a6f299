package io.perfstarter.coherence.simulation;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PendingAges;

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

	// The same for faults that let nobody connect, but answers pass.
	private final int[][] refusals;

	private final long[][] lastArrival;

	SimulatedNetwork(Simulation simulation, int hosts, double loss, double slow, double repeated) {
		this.simulation = simulation;
		this.loss = loss;
		this.slow = slow;
		this.repeated = repeated;
		this.cuts = new int[hosts][hosts];
		this.refusals = new int[hosts][hosts];
		this.lastArrival = new long[hosts][hosts];
	}

	void cut(int from, int to) {
		this.cuts[from][to]++;
	}

	void heal(int from, int to) {
		this.cuts[from][to]--;
	}

	void refuse(int from, int to) {
		this.refusals[from][to]++;
	}

	void accept(int from, int to) {
		this.refusals[from][to]--;
	}

	CompletionStage<Answer> send(Instance from, URI address, Message message) {
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		from.later(TIMEOUT, () -> answer.complete(Answer.of(MessageOutcome.UNREACHABLE)));
		if (!from.sends()) {
			return answer;
		}
		carry(from, address, message, answer::complete);
		if (this.simulation.chance.in(this.repeated)) {
			this.simulation.tally.count(Fault.DUPLICATED);
			this.simulation.time.after(this.simulation.chance.seconds(0, this.simulation.chance.in(0.1) ? 60 : 5),
					() -> carry(from, address, message, (ignored) -> {
					}));
		}
		return answer;
	}

	private void carry(Instance from, URI address, Message message, Consumer<Answer> answer) {
		Instance target = this.simulation.recipient(from, address);
		if (target == null) {
			// Nobody has the address, or a machine without this service.
			if (this.simulation.chance.in(0.5)) {
				from.later(latency(), () -> answer.accept(Answer.of(MessageOutcome.UNREACHABLE)));
			}
			return;
		}
		int to = target.host;
		if (this.refusals[from.host][to] > 0) {
			this.simulation.tally.count(Fault.REQUEST_REFUSED);
			if (this.simulation.chance.in(0.5)) {
				from.later(latency(), () -> answer.accept(Answer.of(MessageOutcome.REFUSED)));
			}
			return;
		}
		if (isLost(from.host, to)) {
			this.simulation.tally.count(Fault.REQUEST_LOST);
			return;
		}
		long latency = latency();
		long arrival = this.simulation.time.now() + latency;
		if (arrival < this.lastArrival[from.host][to]) {
			this.simulation.tally.count(Fault.REORDERED);
		}
		this.lastArrival[from.host][to] = arrival;
		this.simulation.time.after(latency, () -> arrive(from, address, message, answer));
	}

	private void arrive(Instance from, URI address, Message message, Consumer<Answer> answer) {
		// By now another instance may have the address.
		Instance target = this.simulation.recipient(from, address);
		if (target != null && !isCut(from.host, target.host)) {
			target.run(() -> answer(from, target.receive(ablated(message, from, target)), target, answer));
		}
	}

	private void answer(Instance from, Answer answer, Instance target, Consumer<Answer> receiver) {
		if (isLost(target.host, from.host)) {
			this.simulation.tally.count(Fault.ANSWER_LOST);
			return;
		}
		from.later(latency(), () -> {
			if (!isCut(target.host, from.host)) {
				if (answer.origin() != null) {
					from.hearOf(answer.origin());
				}
				receiver.accept(ablated(answer, target, from));
			}
		});
	}

	private boolean isLost(int from, int to) {
		return isCut(from, to) || this.simulation.chance.in(this.loss);
	}

	private boolean isCut(int from, int to) {
		return this.cuts[from][to] > 0;
	}

	private long latency() {
		Chance chance = this.simulation.chance;
		if (!chance.in(this.slow)) {
			return chance.seconds(0.0002, 0.02);
		}
		long latency = chance.seconds(0.02, 4);
		if (latency > SECOND) {
			this.simulation.tally.count(Fault.DELAYED_OVER_ONE_SECOND);
		}
		return latency;
	}

	/**
	 * Without gap repair nobody learns of a number that he has not received.
	 */
	private Message ablated(Message message, Instance from, Instance to) {
		if (this.simulation.variant != Variant.WITHOUT_GAP_REPAIR) {
			return message;
		}
		long done = to.done(from.origin);
		Batch batch = message.batch();
		long mark = (batch.after() <= done) ? Math.max(done, batch.upTo()) : done;
		Batch known = new Batch(Math.min(batch.after(), mark), Math.min(batch.upTo(), mark), batch.events());
		return new Message(message.origin(), message.recipient(), message.address(), known, mark, null,
				message.leaving());
	}

	private Answer ablated(Answer answer, Instance from, Instance to) {
		if (this.simulation.variant == Variant.WITHOUT_CHANGES_OF_PEERS) {
			return new Answer(answer.outcome(), answer.origin(), answer.age(), answer.mark(), PendingAges.NONE,
					answer.batch());
		}
		if (this.simulation.variant != Variant.WITHOUT_GAP_REPAIR) {
			return answer;
		}
		return new Answer(answer.outcome(), answer.origin(), answer.age(), to.done(from.origin), answer.pending(),
				null);
	}

}
