package io.perfstarter.settings.autoconfigure;

import java.util.Map;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

/**
 * Excludes our properties from the rebinding of Spring Cloud, because they are immutable
 * and each attempt logs a warning. Also excludes what routing puts around the pool of the
 * primary, because the pool itself is excluded.
 */
class RefreshEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

	static final String PROPERTY = "spring.cloud.refresh.never-refreshable";

	// The default value of Spring Cloud, which a configured value would replace.
	private static final String DEFAULT = "com.zaxxer.hikari.HikariDataSource";

	private static final String OURS = """
			io.perfstarter.async.autoconfigure.AsyncProperties,\
			io.perfstarter.boundary.autoconfigure.BoundaryProperties,\
			io.perfstarter.coherence.autoconfigure.CoherenceProperties,\
			io.perfstarter.settings.autoconfigure.SecretProperties,\
			io.perfstarter.reporting.autoconfigure.ReportingProperties,\
			io.perfstarter.routing.autoconfigure.RoutingProperties,\
			io.perfstarter.warmup.autoconfigure.WarmupProperties,\
			org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy,\
			io.perfstarter.routing.connection.Routing$RoutedDataSource""";

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		if (ClassUtils.isPresent("org.springframework.cloud.context.properties.ConfigurationPropertiesRebinder",
				application.getClassLoader())) {
			String excluded = environment.getProperty(PROPERTY, DEFAULT);
			environment.getPropertySources()
				.addFirst(new MapPropertySource("perfStarterRefresh", Map.of(PROPERTY, excluded + "," + OURS)));
		}
	}

}
