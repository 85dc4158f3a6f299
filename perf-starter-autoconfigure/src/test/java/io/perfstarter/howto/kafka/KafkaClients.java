package io.perfstarter.howto.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Creates the clients of a log, each of which answers or fails after a limited time.
 */
// tag::clients[]
final class KafkaClients {

	private KafkaClients() {
	}

	static Producer<String, String> producer(Map<String, Object> connection, Duration timeout) {
		Map<String, Object> settings = settings(connection, timeout);
		settings.put(ProducerConfig.ACKS_CONFIG, "all");
		settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
		settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
		settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis(timeout));
		settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(timeout));
		return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
	}

	static Admin admin(Map<String, Object> connection, Duration timeout) {
		Map<String, Object> settings = settings(connection, timeout);
		settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(timeout));
		return Admin.create(settings);
	}

	static Consumer<String, String> consumer(Map<String, Object> connection, Duration timeout) {
		Map<String, Object> settings = settings(connection, timeout);
		settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(timeout));
		settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
		settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
	}

	private static Map<String, Object> settings(Map<String, Object> connection, Duration timeout) {
		Map<String, Object> settings = new HashMap<>(connection);
		settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, millis(timeout));
		return settings;
	}

	private static int millis(Duration timeout) {
		return Math.toIntExact(timeout.toMillis());
	}

}
// end::clients[]
