#!/usr/bin/env bash
# FLUSHALL empties the server, but no client-side cache of Lettuce.
#
# Guess:     the server tells tracking clients that everything is gone, and the cache is emptied.
# Version:   Lettuce 7.5.2, Redis 7.0.15.
# Behaviour: the server says so, the listener of the cache expects a list of keys and fails, and the copies stay.
# Product:   an eviction of all entries is an event like each other one in the log in Redis.

. "$(dirname "$0")/support/java.sh"
. "$(dirname "$0")/support/redis.sh"

expect \
  "after DEL: null" \
  "after FLUSHALL: value"

java_with io.lettuce:lettuce-core:7.5.2.RELEASE << 'EOF'
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.lettuce.core.RedisClient;
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.support.caching.CacheAccessor;
import io.lettuce.core.support.caching.CacheFrontend;
import io.lettuce.core.support.caching.ClientSideCaching;

class Program {

	public static void main(String[] args) throws Exception {
		RedisClient client = RedisClient.create("redis://127.0.0.1:" + System.getenv("REDIS_PORT"));
		RedisCommands<String, String> writer = client.connect().sync();
		Map<String, String> copies = new ConcurrentHashMap<>();
		CacheFrontend<String, String> cache = ClientSideCaching.enable(CacheAccessor.forMap(copies), client.connect(),
				TrackingArgs.Builder.enabled());
		writer.set("key", "value");
		cache.get("key");
		writer.del("key");
		while (copies.containsKey("key")) {
			Thread.sleep(10);
		}
		System.out.println("after DEL: " + cache.get("key"));
		writer.set("key", "value");
		cache.get("key");
		writer.flushall();
		Thread.sleep(1000);
		System.out.println("after FLUSHALL: " + cache.get("key"));
		client.shutdown();
	}

}
EOF
