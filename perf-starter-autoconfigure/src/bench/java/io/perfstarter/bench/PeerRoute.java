package io.perfstarter.bench;

/**
 * Tells the peers by HTTP.
 */
final class PeerRoute implements Route {

	private final Cluster cluster;

	PeerRoute(int receivers) {
		this.cluster = new Cluster(receivers + 1);
		this.cluster.start();
	}

	@Override
	public int receivers() {
		return this.cluster.peersOfFirst().size();
	}

	@Override
	public void listen(int keys, Arrivals arrivals) {
		this.cluster.peersOfFirst().forEach((peer) -> peer.note(keys, arrivals));
	}

	@Override
	public long evict(int key, long due) {
		this.cluster.first().evict(key);
		return due;
	}

	@Override
	public void close() {
		this.cluster.close();
	}

}
