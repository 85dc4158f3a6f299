package io.perfstarter.sample.warmup;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import com.netflix.appinfo.InstanceInfo;
import com.netflix.discovery.CacheRefreshedEvent;
import com.netflix.discovery.EurekaClient;
import com.netflix.discovery.shared.Application;
import io.perfstarter.sample.fanout.EurekaServer;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Another client of the registry, which keeps what each of its looks has shown of the
 * instance.
 */
final class Watcher implements AutoCloseable {

	/**
	 * What is seen where the instance is not.
	 */
	static final String NOTHING = "NOTHING";

	private final List<String> looks = new CopyOnWriteArrayList<>();

	private final ConfigurableApplicationContext context;

	Watcher(EurekaServer eureka) {
		this.context = new SpringApplicationBuilder(WatcherApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.run("--spring.config.name=of-no-file", "--spring.application.name=watcher", eureka.argument(),
					"--eureka.client.register-with-eureka=false", "--eureka.client.filter-only-up-instances=false",
					"--eureka.client.registry-fetch-interval-seconds=1", "--eureka.client.jersey.enabled=false",
					"--spring.freemarker.enabled=false", "--spring.cloud.loadbalancer.enabled=false",
					"--logging.level.root=warn", "--logging.level.com.netflix=error");
		EurekaClient client = this.context.getBean(EurekaClient.class);
		client.registerEventListener((event) -> {
			if (event instanceof CacheRefreshedEvent) {
				this.looks.add(look(client));
			}
		});
	}

	private static String look(EurekaClient client) {
		Application application = client.getApplication(HeldInstance.SERVICE);
		if (application == null || application.getInstances().isEmpty()) {
			return NOTHING;
		}
		return application.getInstances()
			.stream()
			.map(InstanceInfo::getStatus)
			.map(Enum::name)
			.sorted()
			.toList()
			.toString()
			.replaceAll("[\\[\\]]", "");
	}

	/**
	 * Waits until a look from now on shows this.
	 * @param status the status, or nothing
	 */
	void awaitLook(String status) {
		int seen = this.looks.size();
		await(status).untilAsserted(() -> assertThat(List.copyOf(this.looks).stream().skip(seen)).contains(status));
	}

	/**
	 * Waits for some more looks.
	 */
	void awaitLooks(int count) {
		int seen = this.looks.size();
		await("looks").until(() -> this.looks.size() >= seen + count);
	}

	String lastLook() {
		return this.looks.get(this.looks.size() - 1);
	}

	/**
	 * What it has seen so far, each time it was something else than before.
	 */
	List<String> changes() {
		List<String> looks = List.copyOf(this.looks);
		return IntStream.range(0, looks.size())
			.filter((i) -> i == 0 || !looks.get(i).equals(looks.get(i - 1)))
			.mapToObj(looks::get)
			.toList();
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * Nothing but the client of the registry.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	static class WatcherApplication {

	}

}
