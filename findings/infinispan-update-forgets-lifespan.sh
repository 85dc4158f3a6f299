#!/usr/bin/env bash
# An entry of Infinispan that was put with a lifespan never expires once it was updated by compute, merge or an iterator.
#
# Guess:     an update keeps the lifespan of the entry, or begins it again.
# Version:   Infinispan 16.1.4, embedded, local.
# Behaviour: each update without a lifespan gets the lifespan of the cache, which is by default unlimited.
# Product:   the time to live belongs to the cache, and each write begins it; caches of Infinispan are not guarded.

. "$(dirname "$0")/support/java.sh"

expect \
  "not updated: null" \
  "replace: updated" \
  "compute: updated" \
  "computeIfPresent: updated" \
  "setValue of an iterator: updated"

java_with org.infinispan:infinispan-core:16.1.4 << 'EOF'
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;

class Program {

	public static void main(String[] args) throws Exception {
		try (DefaultCacheManager manager = new DefaultCacheManager()) {
			manager.defineConfiguration("findings", new ConfigurationBuilder().build());
			Cache<String, String> cache = manager.getCache("findings");
			update("not updated", cache, (entries) -> {
			});
			update("replace", cache, (entries) -> entries.replace("key", "updated"));
			update("compute", cache, (entries) -> entries.compute("key", (key, value) -> "updated"));
			update("computeIfPresent", cache, (entries) -> entries.computeIfPresent("key", (key, value) -> "updated"));
			update("setValue of an iterator", cache, (entries) -> {
				for (Map.Entry<String, String> entry : entries.entrySet()) {
					entry.setValue("updated");
				}
			});
		}
	}

	private static void update(String how, Cache<String, String> cache, Consumer<Cache<String, String>> change)
			throws InterruptedException {
		cache.put("key", "put", 1, TimeUnit.SECONDS);
		change.accept(cache);
		Thread.sleep(1500);
		System.out.println(how + ": " + cache.get("key"));
	}

}
EOF
