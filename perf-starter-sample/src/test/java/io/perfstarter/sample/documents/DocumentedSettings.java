package io.perfstarter.sample.documents;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.BoundConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application that is started with the settings of one file of the documents.
 */
final class DocumentedSettings implements AutoCloseable {

	private final String file;

	private final ConfigurableApplicationContext context;

	private DocumentedSettings(String file, ConfigurableApplicationContext context) {
		this.file = file;
		this.context = context;
	}

	/**
	 * Starts it.
	 * @param file the name of the file
	 * @param components what the documents show with it
	 * @param arguments what the documents leave to the user, such as addresses
	 * @return the started application
	 */
	static DocumentedSettings start(String file, List<Class<?>> components, String... arguments) {
		Stream<String> own = Stream.of("--spring.config.location=classpath:documents/" + file, "--server.port=0",
				"--eureka.client.enabled=false", "--spring.cloud.loadbalancer.cache.enabled=false",
				"--spring.cloud.discovery.enabled=false",
				"--spring.datasource.url=" + database(file.replace(".yml", "")), "--logging.level.root=warn");
		return new DocumentedSettings(file,
				new SpringApplicationBuilder(Application.class).sources(components.toArray(Class[]::new))
					.bannerMode(Banner.Mode.OFF)
					.run(Stream.concat(own, Stream.of(arguments)).toArray(String[]::new)));
	}

	/**
	 * A database in memory.
	 * @param name its name
	 * @return its URL
	 */
	static String database(String name) {
		return "jdbc:h2:mem:documents-%s;DB_CLOSE_DELAY=-1".formatted(name);
	}

	<T> T get(Class<T> type) {
		return this.context.getBean(type);
	}

	<T> T get(String name, Class<T> type) {
		return this.context.getBean(name, type);
	}

	/**
	 * Our properties of the file that nothing in the application is bound to.
	 * @return their names
	 * @throws IOException if the file cannot be read
	 */
	List<String> unbound() throws IOException {
		Map<ConfigurationPropertyName, ?> bound = Objects.requireNonNull(BoundConfigurationProperties.get(this.context))
			.getAll();
		return new YamlPropertySourceLoader().load(this.file, new ClassPathResource("documents/" + this.file))
			.stream()
			.flatMap((source) -> Stream.of(((EnumerablePropertySource<?>) source).getPropertyNames()))
			.filter((name) -> name.startsWith("perf-starter."))
			.filter((name) -> !bound.containsKey(ConfigurationPropertyName.of(name)))
			.toList();
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * An application of a user.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@RestController
	static class Application {

		@GetMapping("/tickets/api/v1/search")
		List<String> search() {
			return List.of();
		}

		@GetMapping("/tickets/api/v1/{id}")
		String ticket(@PathVariable long id) {
			return "ticket " + id;
		}

		@PostMapping("/quotes")
		Map<String, Object> quote(@RequestBody Map<String, Object> wanted) {
			return wanted;
		}

	}

}
