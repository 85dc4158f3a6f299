package io.perfstarter.howto.kafka;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.CommonClientConfigs;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The log as a bean.
 */
// tag::configuration[]
@Configuration(proxyBeanMethods = false)
class KafkaLogConfiguration {

	@Bean
	KafkaLog kafkaLog(@Value("${spring.kafka.bootstrap-servers}") String servers) {
		return new KafkaLog("ticket-evictions", Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers),
				Duration.ofSeconds(2));
	}

}
// end::configuration[]
