#!/usr/bin/env bash
# Lettuce's client-side cache hears nothing any more after its connection was replaced.
#
# Guess:     after a reconnect the cache is emptied and tracking is switched on again, as subscriptions are.
# Version:   Lettuce 7.5.2, Redis 7.0.15.
# Behaviour: the connection comes back without tracking. Copies from before stay, and copies that are loaded later
#            are never invalidated either.
# Product:   the log in Redis is read by position, so what was written during an outage is found after it.

. "$(dirname "$0")/support/java.sh"
. "$(dirname "$0")/support/redis.sh"

expect \
  "tracked: 2 of 2" \
  "after the reconnect, loaded before: 2 of 3" \
  "after the reconnect, loaded then: 3 of 4"

java_with io.lettuce:lettuce-core:7.5.2.RELEASE << 'EOF'
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.support.caching.CacheAccessor;
import io.lettuce.core.support.caching.CacheFrontend;
import io.lettuce.core.support.caching.ClientSideCaching;

class Program {

	public static void main(String[] args) throws Exception {
		RedisClient client = RedisClient.create("redis://127.0.0.1:" + System.getenv("REDIS_PORT"));
		StatefulRedisConnection<String, String> tracking = client.connect();
		RedisCommands<String, String> writer = client.connect().sync();
		Map<String, String> copies = new ConcurrentHashMap<>();
		CacheFrontend<String, String> cache = ClientSideCaching.enable(CacheAccessor.forMap(copies), tracking,
				TrackingArgs.Builder.enabled());
		writer.set("key", "1");
		cache.get("key");
		writer.set("key", "2");
		while (copies.containsKey("key")) {
			Thread.sleep(10);
		}
		System.out.println("tracked: " + cache.get("key") + " of 2");
		long before = tracking.sync().clientId();
		writer.clientKill(KillArgs.Builder.id(before));
		while (tracking.sync().clientId() == before) {
			Thread.sleep(10);
		}
		writer.set("key", "3");
		Thread.sleep(1000);
		System.out.println("after the reconnect, loaded before: " + cache.get("key") + " of 3");
		copies.clear();
		cache.get("key");
		writer.set("key", "4");
		Thread.sleep(1000);
		System.out.println("after the reconnect, loaded then: " + cache.get("key") + " of 4");
		client.shutdown();
	}

}
EOF
