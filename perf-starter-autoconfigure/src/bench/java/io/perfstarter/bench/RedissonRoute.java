package io.perfstarter.bench;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.redisson.Redisson;
import org.redisson.api.RLocalCachedMap;
import org.redisson.api.RedissonClient;
import org.redisson.api.listener.LocalCacheInvalidateListener;
import org.redisson.api.options.LocalCachedMapOptions;
import org.redisson.config.Config;

/**
 * Removes from a map of Redisson, of which the receivers have local copies.
 */
final class RedissonRoute implements Route {

	private final List<RedissonClient> clients;

	private final List<RLocalCachedMap<Integer, String>> maps;

	RedissonRoute(int port, int receivers) {
		String name = UUID.randomUUID().toString();
		this.clients = Stream.generate(() -> client(port)).limit(receivers + 1).toList();
		this.maps = this.clients.stream().map((client) -> map(client, name)).toList();
	}

	private static RedissonClient client(int port) {
		Config config = new Config();
		config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
		return Redisson.create(config);
	}

	private static RLocalCachedMap<Integer, String> map(RedissonClient client, String name) {
		return client.getLocalCachedMap(LocalCachedMapOptions.<Integer, String>name(name)
			.cacheSize(10_000)
			.evictionPolicy(LocalCachedMapOptions.EvictionPolicy.LRU)
			.syncStrategy(LocalCachedMapOptions.SyncStrategy.INVALIDATE)
			.reconnectionStrategy(LocalCachedMapOptions.ReconnectionStrategy.CLEAR));
	}

	@Override
	public int receivers() {
		return this.maps.size() - 1;
	}

	/**
	 * An invalidation is sent only for what the map contains, and noted only where it was
	 * cached.
	 */
	@Override
	public void listen(int keys, Arrivals arrivals) {
		this.maps.get(0)
			.putAll(IntStream.range(0, keys).boxed().collect(Collectors.toMap(Function.identity(), (key) -> "ticket")));
		this.maps.stream().skip(1).forEach((map) -> {
			map.preloadCache();
			map.addListener((LocalCacheInvalidateListener<Integer, String>) (key, value) -> arrivals.arrived(key));
		});
	}

	@Override
	public long evict(int key, long due) {
		this.maps.get(0).fastRemove(key);
		return due;
	}

	@Override
	public void close() {
		this.clients.forEach(RedissonClient::shutdown);
	}

}
