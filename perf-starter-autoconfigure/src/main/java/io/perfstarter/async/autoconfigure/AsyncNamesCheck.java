package io.perfstarter.async.autoconfigure;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.Executor;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Warns at startup about {@link Async} methods that name an unknown executor, or run on
 * the scheduler. Spring detects an unknown name only at the call.
 */
class AsyncNamesCheck implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(AsyncNamesCheck.class);

	private final ConfigurableListableBeanFactory beans;

	private boolean told;

	AsyncNamesCheck(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public void afterSingletonsInstantiated() {
		for (String name : this.beans.getSingletonNames()) {
			if (this.beans.getSingleton(name) instanceof Advised bean && isAsync(bean)) {
				MethodIntrospector
					.selectMethods(AopUtils.getTargetClass(bean),
							(MetadataLookup<@Nullable String>) AsyncNamesCheck::executor)
					.forEach(this::check);
			}
		}
	}

	private static boolean isAsync(Advised bean) {
		return Arrays.stream(bean.getAdvisors()).anyMatch(AsyncAnnotationAdvisor.class::isInstance);
	}

	private static @Nullable String executor(Method method) {
		Async async = AnnotatedElementUtils.findMergedAnnotation(method, Async.class);
		if (async == null) {
			async = AnnotatedElementUtils.findMergedAnnotation(method.getDeclaringClass(), Async.class);
		}
		return (async != null) ? async.value() : null;
	}

	private void check(Method method, String executor) {
		if (executor.isEmpty()) {
			checkUnnamed(method);
		}
		else if (!isComputed(executor) && !isKnown(executor)) {
			logger.warn(
					"%s.%s() is @Async(\"%s\"), but there is no executor of this name, so its calls will fail: correct the name, or set '%s.executors.%s.concurrency-limit'"
						.formatted(method.getDeclaringClass().getSimpleName(), method.getName(), executor,
								AsyncProperties.PREFIX, executor));
		}
	}

	/**
	 * If an {@code Executor} bean keeps Spring Boot from creating its task executor,
	 * Spring may find only the scheduler.
	 */
	private void checkUnnamed(Method method) {
		if (!this.told && this.beans.getBeanNamesForType(AsyncConfigurer.class, true, false).length == 0
				&& this.beans.getBeanProvider(TaskExecutor.class)
					.getIfUnique() instanceof ThreadPoolTaskScheduler scheduler) {
			this.told = true;
			logger.warn(
					"%s.%s() is @Async without a name and runs on the scheduler, which shares %d thread(s) with all @Scheduled methods, because an Executor bean of the application keeps Spring Boot from creating its own: set '%s', or 'spring.task.execution.mode' to 'force'"
						.formatted(method.getDeclaringClass().getSimpleName(), method.getName(),
								scheduler.getScheduledThreadPoolExecutor().getCorePoolSize(),
								AsyncAutoConfiguration.DEFAULT_EXECUTOR));
		}
	}

	/**
	 * Returns whether Spring computes the name at the call, so that it cannot be checked
	 * at startup.
	 */
	private static boolean isComputed(String executor) {
		return executor.contains("${") || executor.contains("#{");
	}

	private boolean isKnown(String executor) {
		return Arrays
			.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, Executor.class, true, false))
			.anyMatch((name) -> BeanFactoryAnnotationUtils.isQualifierMatch(executor::equals, name, this.beans));
	}

}
