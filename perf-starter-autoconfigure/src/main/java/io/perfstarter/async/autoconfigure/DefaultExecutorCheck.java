package io.perfstarter.async.autoconfigure;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;

import io.perfstarter.async.BoundedExecutor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.util.ReflectionUtils;

/**
 * Warns at startup about settings of the default executor that have no effect, and about
 * those of Spring Boot's executor that have none for the default executor.
 */
class DefaultExecutorCheck implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(DefaultExecutorCheck.class);

	private static final String DEFAULT_EXECUTOR = AsyncProperties.PREFIX + ".default-executor";

	private static final String NAME = TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;

	private final ConfigurableListableBeanFactory beans;

	private final Environment environment;

	DefaultExecutorCheck(ConfigurableListableBeanFactory beans, Environment environment) {
		this.beans = beans;
		this.environment = environment;
	}

	@Override
	public void afterSingletonsInstantiated() {
		boolean present = this.beans.containsBean(NAME) && this.beans.isTypeMatch(NAME, BoundedExecutor.class);
		String replacement = (present) ? configurer() : other();
		if (replacement != null && isConfigured()) {
			logger.warn("'%s' does not apply to @Async without a name, because %s".formatted(DEFAULT_EXECUTOR,
					replacement));
		}
		if (present) {
			new SpringTaskSettings(this.environment).withoutEffect()
				.forEach((name, instead) -> logger
					.warn("'spring.task.execution.%s' has no effect on the default executor: set '%s'".formatted(name,
							instead)));
		}
	}

	private boolean isConfigured() {
		return Binder.get(this.environment)
			.bind(DEFAULT_EXECUTOR, Bindable.mapOf(String.class, Object.class))
			.isBound();
	}

	private @Nullable String configurer() {
		return Arrays.stream(this.beans.getBeanNamesForType(AsyncConfigurer.class, true, false))
			.filter(this::providesExecutor)
			.findFirst()
			.map("the AsyncConfigurer bean '%s' provides another executor, unless that one returns 'applicationTaskExecutor'"::formatted)
			.orElse(null);
	}

	private boolean providesExecutor(String name) {
		Method method = ReflectionUtils.findMethod(Objects.requireNonNull(this.beans.getType(name)),
				"getAsyncExecutor");
		return method != null && method.getDeclaringClass() != AsyncConfigurer.class;
	}

	private String other() {
		if ("force".equalsIgnoreCase(this.environment.getProperty("spring.task.execution.mode"))) {
			return "'spring.task.execution.mode' is 'force'";
		}
		return "the application defines the executors %s: declare each that is for special use with @Bean(defaultCandidate = false)"
			.formatted(DefaultExecutorCondition.executors(this.beans));
	}

}
