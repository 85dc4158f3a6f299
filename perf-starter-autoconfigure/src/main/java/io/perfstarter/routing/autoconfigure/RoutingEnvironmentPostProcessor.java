package io.perfstarter.routing.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Changes two defaults of Boot if properties configure replicas: disables open-in-view,
 * and fetches connections lazily at the first statement.
 */
class RoutingEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	private static final String JPA = "org.springframework.orm.jpa.JpaTransactionManager";

	private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

	private final Log logger;

	RoutingEnvironmentPostProcessor(DeferredLogFactory logFactory) {
		this.logger = logFactory.getLog(RoutingEnvironmentPostProcessor.class);
	}

	/**
	 * Runs after all post-processors that add properties.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		if (!Binder.get(environment).bind(RoutingProperties.PREFIX + ".enabled", Boolean.class).orElse(true)) {
			return;
		}
		if (OnReplicaCondition.configured(environment).isEmpty()) {
			return;
		}
		ClassLoader classLoader = application.getClassLoader();
		if (!ClassUtils.isPresent(HIKARI, classLoader)) {
			this.logger
				.warn("Replicas are configured under '%s' but not used, because HikariCP is not on the class path"
					.formatted(RoutingProperties.REPLICAS));
			return;
		}
		Map<String, Object> defaults = new LinkedHashMap<>();
		defaults.put("spring.datasource.connection-fetch", "lazy");
		if (ClassUtils.isPresent(JPA, classLoader)) {
			defaults.put("spring.jpa.open-in-view", "false");
		}
		defaults.keySet().removeIf(environment::containsProperty);
		if (!defaults.isEmpty()) {
			DefaultPropertiesPropertySource.addOrMerge(defaults, environment.getPropertySources());
			String changed = defaults.entrySet()
				.stream()
				.map((property) -> "'%s' is '%s'".formatted(property.getKey(), property.getValue()))
				.collect(Collectors.joining(" and "));
			this.logger.info("Replicas are configured under '%s'; changed defaults: %s"
				.formatted(RoutingProperties.REPLICAS, changed));
		}
	}

}
