package io.perfstarter.build;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.type.MethodMetadata;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that no bean of ours has a name that an application may want for one of its own.
 */
@Tag(Tier.CI)
class BeanNamesTests {

	private static final String REQUEST_LIMITER = "--perf-starter.async.requests.concurrency-limit=10";

	@UsualRows
	@ParameterizedTest
	@EnumSource
	void everyBeanOfOursHasThePrefix(Form form) {
		try (ConfigurableApplicationContext application = form.start()) {
			List<String> names = Arrays.stream(application.getBeanDefinitionNames())
				.filter((name) -> isOurs(application.getBeanFactory().getBeanDefinition(name)))
				// Executors have the names that users give them.
				.filter((name) -> !application.getBeanFactory().isTypeMatch(name, BoundedTaskExecutor.class))
				.toList();
			assertThat(names).hasSizeGreaterThan(50)
				.allSatisfy((name) -> assertThat(name).matches("perfStarter[A-Z].*|.*\\bio\\.perfstarter\\..*"));
		}
	}

	private static boolean isOurs(BeanDefinition definition) {
		String type = declaringClass(definition);
		return type != null && type.startsWith("io.perfstarter.") && type.contains(".autoconfigure.");
	}

	private static @Nullable String declaringClass(BeanDefinition definition) {
		MethodMetadata method = (definition instanceof AnnotatedBeanDefinition annotated)
				? annotated.getFactoryMethodMetadata() : null;
		return (method != null) ? method.getDeclaringClassName() : definition.getBeanClassName();
	}

	/**
	 * An application with all features, or as many as there can be.
	 */
	enum Form {

		SERVLET(WebApplicationType.SERVLET, REQUEST_LIMITER),

		REACTIVE(WebApplicationType.REACTIVE, "--perf-starter.warmup.reject-until-warm=true"),

		/**
		 * With what is there where other features are not.
		 */
		WITHOUT_OTHERS(WebApplicationType.SERVLET, REQUEST_LIMITER, "--perf-starter.coherence.enabled=false",
				"--perf-starter.warmup.enabled=false");

		private final WebApplicationType type;

		private final List<String> settings;

		Form(WebApplicationType type, String... settings) {
			this.type = type;
			this.settings = List.of(settings);
		}

		ConfigurableApplicationContext start() {
			return new SpringApplicationBuilder(MeteredApplication.class).web(this.type)
				.run(Stream
					.concat(Stream.of("--server.port=0", "--spring.application.name=tickets",
							"--spring.main.banner-mode=off", "--spring.datasource.url=jdbc:h2:mem:names",
							"--logging.level.root=error", "--management.endpoints.web.exposure.include=*",
							"--spring.cloud.discovery.client.simple.instances.tickets[0].uri=http://localhost:1",
							"--perf-starter.async.executors.mail.concurrency-limit=1",
							"--perf-starter.coherence.caches.tickets.time-to-live=1m",
							"--perf-starter.secret=a secret of thirty-two characters",
							"--perf-starter.reporting.call-trace=true",
							"--perf-starter.routing.replicas.r1.url=jdbc:h2:mem:names-r1",
							"--perf-starter.warmup.shutdown-delay=1ms"), this.settings.stream())
					.toArray(String[]::new));
		}

	}

}
