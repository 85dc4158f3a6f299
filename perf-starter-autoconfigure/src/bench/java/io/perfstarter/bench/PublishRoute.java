package io.perfstarter.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The plain way by Redis: {@code PUBLISH} to subscribers that cache nothing, with no word
 * of what is lost.
 */
final class PublishRoute implements Route {

	private static final byte[] CHANNEL = "bare".getBytes(StandardCharsets.UTF_8);

	private final RedisConnection publisher;

	private final List<RedisConnection> subscribers;

	private final List<Arrivals> listening = new CopyOnWriteArrayList<>();

	PublishRoute(RedisConnectionFactory redis, int receivers) {
		this.publisher = redis.getConnection();
		this.subscribers = Stream.generate(redis::getConnection).limit(receivers).toList();
		this.subscribers.forEach((subscriber) -> subscriber.subscribe((message, pattern) -> {
			int key = Integer.parseInt(new String(message.getBody(), StandardCharsets.UTF_8));
			this.listening.forEach((arrivals) -> arrivals.arrived(key));
		}, CHANNEL));
	}

	@Override
	public int receivers() {
		return this.subscribers.size();
	}

	@Override
	public void listen(int keys, Arrivals arrivals) {
		this.listening.add(arrivals);
	}

	@Override
	public long evict(int key, long due) {
		this.publisher.publish(CHANNEL, Integer.toString(key).getBytes(StandardCharsets.UTF_8));
		return due;
	}

	@Override
	public void close() {
		this.subscribers.forEach(RedisConnection::close);
		this.publisher.close();
	}

}
