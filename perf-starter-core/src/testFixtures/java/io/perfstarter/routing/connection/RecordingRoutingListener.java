package io.perfstarter.routing.connection;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Records the state changes.
 */
final class RecordingRoutingListener implements RoutingListener {

	private final List<String> heard = new CopyOnWriteArrayList<>();

	@Override
	public void replicaChanged(String name, ReplicaState before, ReplicaState now, String error) {
		String change = (before != now) ? before + " -> " + now : "still " + now;
		this.heard.add("%s: %s%s".formatted(name, change, (error != null) ? ", " + error : ""));
	}

	@Override
	public void primaryChanged(boolean answering, String error) {
		this.heard.add("primary: " + (answering ? "answers" : error));
	}

	List<String> heard() {
		return this.heard;
	}

}
