package io.perfstarter.sample.sidebyside;

import java.util.Map;

import com.alicp.jetcache.CacheBuilder;
import com.alicp.jetcache.anno.CacheConsts;
import com.alicp.jetcache.anno.config.EnableMethodCache;
import com.alicp.jetcache.anno.support.GlobalCacheConfig;
import com.alicp.jetcache.anno.support.JetCacheBaseBeans;
import com.alicp.jetcache.embedded.CaffeineCacheBuilder;
import com.alicp.jetcache.redis.lettuce.JetCacheCodec;
import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import com.alicp.jetcache.support.Fastjson2KeyConvertor;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * Configures JetCache as its page about Lettuce without Spring Boot does, with Caffeine
 * and a broadcast channel.
 *
 * <p>
 * The order makes it invalidate after the commit. Commands to Redis give up after a
 * second, which is JetCache's default.
 */
@Configuration(proxyBeanMethods = false)
@EnableMethodCache(basePackages = "io.perfstarter.sample.sidebyside", order = Ordered.LOWEST_PRECEDENCE - 1)
@Import({ JetCacheBaseBeans.class, JetCacheTickets.class })
class JetCacheConfiguration {

	@Bean(destroyMethod = "shutdown")
	RedisClient redisClient(@Value("${redis.port}") int port) {
		RedisClient client = RedisClient.create("redis://127.0.0.1:" + port);
		client.setOptions(ClientOptions.builder()
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.build());
		return client;
	}

	@Bean
	@SuppressWarnings("unchecked")
	GlobalCacheConfig globalCacheConfig(RedisClient client) {
		CacheBuilder local = CaffeineCacheBuilder.createCaffeineCacheBuilder()
			.limit(10_000)
			.keyConvertor(Fastjson2KeyConvertor.INSTANCE);
		CacheBuilder remote = RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
			.keyConvertor(Fastjson2KeyConvertor.INSTANCE)
			.valueEncoder(JavaValueEncoder.INSTANCE)
			.valueDecoder(JavaValueDecoder.INSTANCE)
			.broadcastChannel("tickets")
			.redisClient(client)
			.pubSubConnection(client.connectPubSub(new JetCacheCodec()));
		GlobalCacheConfig config = new GlobalCacheConfig();
		config.setLocalCacheBuilders(Map.of(CacheConsts.DEFAULT_AREA, local));
		config.setRemoteCacheBuilders(Map.of(CacheConsts.DEFAULT_AREA, remote));
		return config;
	}

}
