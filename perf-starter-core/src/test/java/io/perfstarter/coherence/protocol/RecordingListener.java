package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Notes what a node tells.
 */
final class RecordingListener implements CoherenceListener {

	final Map<MessageOutcome, Integer> settled = new EnumMap<>(MessageOutcome.class);

	final List<String> changes = new ArrayList<>();

	final List<String> unencodable = new ArrayList<>();

	final List<Duration> acknowledged = new ArrayList<>();

	final List<Duration> acknowledgedByAll = new ArrayList<>();

	final List<String> missed = new ArrayList<>();

	final List<String> departed = new ArrayList<>();

	final List<RuntimeException> failures = new ArrayList<>();

	int gaps;

	long repaired;

	void clear() {
		this.settled.clear();
		this.changes.clear();
		this.acknowledged.clear();
		this.acknowledgedByAll.clear();
		this.missed.clear();
		this.departed.clear();
		this.gaps = 0;
		this.repaired = 0;
	}

	@Override
	public void settled(MessageOutcome outcome) {
		this.settled.merge(outcome, 1, Integer::sum);
	}

	@Override
	public void unencodable(String cache) {
		this.unencodable.add(cache);
	}

	@Override
	public void peerChanged(URI address, @Nullable MessageOutcome before, MessageOutcome now,
			@Nullable Throwable failure) {
		this.changes.add(address.getHost() + " " + before + " -> " + now);
	}

	@Override
	public void acknowledged(Duration since) {
		this.acknowledged.add(since);
	}

	@Override
	public void acknowledgedByAll(Duration since) {
		this.acknowledgedByAll.add(since);
	}

	@Override
	public void gap() {
		this.gaps++;
	}

	@Override
	public void repaired(long numbers, String peer) {
		this.repaired += numbers;
	}

	@Override
	public void missed(Missed reason, String peer) {
		this.missed.add(reason + " " + peer);
	}

	@Override
	public void departed(String origin, boolean goodbye) {
		this.departed.add(origin + (goodbye ? " with" : " without") + " a goodbye");
	}

	@Override
	public void evictionFailed(RuntimeException failure) {
		this.failures.add(failure);
	}

}
