#!/usr/bin/env bash
# cache2k serves an entry for most of a second after its time to live.
#
# Guess:     a read checks the age of the entry, as in Caffeine and Ehcache.
# Version:   cache2k 2.6.1, Caffeine 3.2.4.
# Behaviour: only a timer with a coarse step removes entries, also with sharpExpiry(true). Reads do not look at the age.
# Product:   compares the age of an entry at each hit; caches of cache2k are not guarded.

. "$(dirname "$0")/support/java.sh"

expect \
  "Caffeine, 300 ms after a write with 100 ms to live: null" \
  "cache2k, 300 ms after a write with 100 ms to live: value" \
  "cache2k with sharpExpiry: value"

java_with org.cache2k:cache2k-core:2.6.1.Final com.github.ben-manes.caffeine:caffeine:3.2.4 << 'EOF'
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.cache2k.Cache;
import org.cache2k.Cache2kBuilder;

class Program {

	public static void main(String[] args) throws Exception {
		com.github.benmanes.caffeine.cache.Cache<String, String> caffeine = Caffeine.newBuilder()
			.expireAfterWrite(Duration.ofMillis(100))
			.build();
		Cache<String, String> coarse = builder().build();
		Cache<String, String> sharp = builder().sharpExpiry(true).build();
		caffeine.put("key", "value");
		coarse.put("key", "value");
		sharp.put("key", "value");
		Thread.sleep(300);
		System.out.println("Caffeine, 300 ms after a write with 100 ms to live: " + caffeine.getIfPresent("key"));
		System.out.println("cache2k, 300 ms after a write with 100 ms to live: " + coarse.peek("key"));
		System.out.println("cache2k with sharpExpiry: " + sharp.peek("key"));
	}

	private static Cache2kBuilder<String, String> builder() {
		return Cache2kBuilder.of(String.class, String.class).expireAfterWrite(100, TimeUnit.MILLISECONDS);
	}

}
EOF
