package io.perfstarter.sample.sidebyside;

import java.time.Duration;

import org.redisson.Redisson;
import org.redisson.api.RLocalCachedMap;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.LocalCachedMapOptions;
import org.redisson.config.Config;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Configures a map of Redisson with a local copy: invalidating, and cleared after a lost
 * connection.
 *
 * <p>
 * Its Spring cache managers with a local copy are not part of the open-source edition.
 * Commands to Redis give up after two attempts of a second instead of five of three, so
 * that requests go on without Redis.
 */
@Configuration(proxyBeanMethods = false)
@Import(RedissonTickets.class)
class RedissonConfiguration {

	@Bean(destroyMethod = "shutdown")
	RedissonClient redisson(@Value("${redis.port}") int port) {
		Config config = new Config();
		config.useSingleServer().setAddress("redis://127.0.0.1:" + port).setTimeout(1_000).setRetryAttempts(1);
		return Redisson.create(config);
	}

	@Bean
	RLocalCachedMap<Long, Long> cache(RedissonClient redisson) {
		return redisson.getLocalCachedMap(LocalCachedMapOptions.<Long, Long>name("tickets")
			.cacheSize(10_000)
			.evictionPolicy(LocalCachedMapOptions.EvictionPolicy.LRU)
			.timeToLive(Duration.ofSeconds(60))
			.syncStrategy(LocalCachedMapOptions.SyncStrategy.INVALIDATE)
			.reconnectionStrategy(LocalCachedMapOptions.ReconnectionStrategy.CLEAR));
	}

}
