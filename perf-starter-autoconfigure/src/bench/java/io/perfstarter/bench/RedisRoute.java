package io.perfstarter.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.perfstarter.coherence.protocol.Event;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Adds to the log in Redis, which the receivers read.
 */
final class RedisRoute implements Route {

	private final Cluster cluster;

	private final List<LogMember> members = new ArrayList<>();

	RedisRoute(RedisConnectionFactory redis, int receivers) {
		String service = UUID.randomUUID().toString();
		this.cluster = new Cluster(receivers + 1);
		this.cluster.all().forEach((instance) -> this.members.add(LogMember.inRedis(redis, service, instance.copies)));
		LogMember.awaitReading(this.members);
	}

	@Override
	public int receivers() {
		return this.cluster.peersOfFirst().size();
	}

	@Override
	public void listen(int keys, Arrivals arrivals) {
		this.cluster.peersOfFirst().forEach((instance) -> instance.note(keys, arrivals));
	}

	@Override
	public long evict(int key, long due) {
		this.members.get(0).fanOut.publish(List.of(Event.keys(Instance.CACHE, List.of(key))));
		return due;
	}

	@Override
	public void close() {
		this.members.forEach(LogMember::close);
		this.cluster.close();
	}

}
