package io.perfstarter.async.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.context.ThreadLocalAccessor;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.async.ExecutorFullException;
import io.perfstarter.async.PageMapper;
import io.perfstarter.async.context.CallerContext;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.ServiceUnavailable;
import io.perfstarter.support.SilentRollbacks;
import io.perfstarter.support.SurroundingPostProcessor;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.AbstractHandlerExceptionResolver;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for bounded executors, one for each
 * configured name. Spring Boot's application task executor stays.
 */
@AutoConfiguration(before = TaskExecutionAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@Conditional(AsyncAutoConfiguration.ExecutorsCondition.class)
@EnableConfigurationProperties(AsyncProperties.class)
@Import(ExecutorRegistrar.class)
public final class AsyncAutoConfiguration {

	static final String DEFAULT_EXECUTOR = AsyncProperties.PREFIX + ".default-executor";

	@Bean
	BoundedExecutors perfStarterExecutors(AsyncProperties properties, ObjectProvider<ThreadLocalAccessor<?>> accessors,
			ObjectProvider<TaskDecorator> decorators, ObjectProvider<LimiterListener> listener,
			ObjectProvider<SilentRollbacks> rollbacks) {
		TaskDecorator context = CallerContext.decorator(accessors.orderedStream().toList());
		List<TaskDecorator> all = Stream.concat(decorators.orderedStream(), Stream.of(context)).toList();
		Boolean virtual = properties.virtualThreads();
		return new BoundedExecutors((virtual != null) ? virtual : Runtime.version().feature() >= 21,
				properties.shutdownTimeout(), (all.size() > 1) ? new CompositeTaskDecorator(all) : context,
				listener.getIfAvailable(() -> LimiterListener.NONE), rollbacks.getIfAvailable(() -> () -> 0));
	}

	/**
	 * Creates all executors before a page can name one.
	 */
	@Bean
	PageMapper perfStarterPageMapper(BoundedExecutors executors, AsyncProperties properties,
			ListableBeanFactory beanFactory) {
		beanFactory.getBeansOfType(BoundedTaskExecutor.class);
		return executors.pageMapper(properties.defaultExecutor());
	}

	/**
	 * The executor that Spring would create for {@code @Async} without a name. Without
	 * this bean, Spring would use a named executor if it is the only one.
	 */
	@Bean(defaultCandidate = false)
	@Fallback
	TaskExecutor perfStarterUnnamedTaskExecutor() {
		return new SimpleAsyncTaskExecutor();
	}

	@Bean
	static AsyncNamesCheck perfStarterAsyncNamesCheck(ConfigurableListableBeanFactory beanFactory) {
		return new AsyncNamesCheck(beanFactory);
	}

	@Bean
	static SurroundingPostProcessor perfStarterAsyncMethodPostProcessor() {
		return BoundedExecutors.asyncMethods();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(name = TaskManagementConfigUtils.ASYNC_ANNOTATION_PROCESSOR_BEAN_NAME,
			search = SearchStrategy.CURRENT)
	@EnableAsync(proxyTargetClass = true)
	static class EnableAsyncConfiguration {

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HikariDataSource.class, DataSourceUnwrapper.class })
	@ConditionalOnBean(DataSource.class)
	static class PoolConfiguration {

		@Bean
		ExecutorPools perfStarterExecutorPools(ConfigurableListableBeanFactory beanFactory,
				AsyncProperties properties) {
			return new ExecutorPools(beanFactory, properties);
		}

	}

	/**
	 * Replaces Spring Boot's executor for {@code @Async} without a name by a bounded one.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(DEFAULT_EXECUTOR)
	static class DefaultExecutorConfiguration {

		@Bean
		AsyncConfigurer perfStarterDefaultExecutor(AsyncProperties properties, BeanFactory beanFactory) {
			return new AsyncConfigurer() {

				@Override
				public Executor getAsyncExecutor() {
					return beanFactory.getBean(String.valueOf(properties.defaultExecutor()), Executor.class);
				}

			};
		}

		/**
		 * Throws if there is another configurer. Only one can provide the executor, and
		 * Spring reports this only at the first call.
		 */
		@Bean
		SmartInitializingSingleton perfStarterDefaultExecutorCheck(AsyncProperties properties,
				ListableBeanFactory beanFactory) {
			return () -> {
				String[] names = beanFactory.getBeanNamesForType(AsyncConfigurer.class, true, false);
				if (names.length > 1) {
					throw new InvalidConfigurationPropertyValueException(DEFAULT_EXECUTOR, properties.defaultExecutor(),
							"Of the AsyncConfigurer beans %s only one can provide the executor: remove the other one, or return this executor from it and leave the property out."
								.formatted(Arrays.toString(names)));
				}
			};
		}

	}

	/**
	 * Replaces Spring Boot's executor for asynchronous requests of Spring MVC by a
	 * bounded one.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(AsyncProperties.PREFIX + ".mvc-executor")
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(WebMvcConfigurer.class)
	static class MvcExecutorConfiguration {

		/**
		 * Comes after Spring Boot's configurer, which sets Spring Boot's executor, and
		 * before configurers of the application.
		 */
		@Bean
		@Order(1)
		WebMvcConfigurer perfStarterMvcExecutorConfigurer(AsyncProperties properties, BeanFactory beanFactory) {
			SimpleAsyncTaskExecutor streams = new SimpleAsyncTaskExecutor("mvc-stream-");
			streams.setDaemon(true);
			return new WebMvcConfigurer() {

				@Override
				public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
					configurer.setTaskExecutor(new MvcTaskExecutor(
							beanFactory.getBean(String.valueOf(properties.mvcExecutor()), BoundedTaskExecutor.class),
							streams));
				}

			};
		}

	}

	/**
	 * Adds the resolver for full executors after the resolvers of Spring MVC, so that an
	 * exception handler of the application comes first.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(WebMvcConfigurer.class)
	static class ExecutorFullConfiguration {

		@Bean
		WebMvcConfigurer perfStarterExecutorFullConfigurer() {
			return new WebMvcConfigurer() {
				@Override
				public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
					resolvers.add(new ExecutorFullResolver());
				}
			};
		}

	}

	/**
	 * Answers a request with 503 and {@code Retry-After} if an executor that it needs is
	 * full.
	 */
	private static final class ExecutorFullResolver extends AbstractHandlerExceptionResolver {

		@Override
		protected @Nullable ModelAndView doResolveException(HttpServletRequest request, HttpServletResponse response,
				@Nullable Object handler, Exception exception) {
			if (!(withoutWrapper(exception) instanceof ExecutorFullException full) || response.isCommitted()) {
				return null;
			}
			ServiceUnavailable.answer(response, full.retryAfter().toSeconds());
			return new ModelAndView();
		}

		/**
		 * Unwraps the failure of a task whose future the caller has waited for.
		 */
		private static @Nullable Throwable withoutWrapper(Exception exception) {
			Throwable failure = exception;
			while (failure instanceof ExecutionException || failure instanceof CompletionException) {
				failure = failure.getCause();
			}
			return failure;
		}

	}

	/**
	 * Runs the asynchronous requests of Spring MVC in an executor. Thread-safe.
	 *
	 * @param executor runs the requests
	 * @param streams writes elements of streams while the executor is full
	 */
	private record MvcTaskExecutor(BoundedTaskExecutor executor, TaskExecutor streams) implements AsyncTaskExecutor {

		/**
		 * Writes stream elements; Spring MVC submits one task per stream at a time. Never
		 * rejects a task, because Spring MVC would leave the response open without a
		 * timeout.
		 */
		@Override
		public void execute(Runnable task) {
			if (!this.executor.tryStart(task)) {
				this.streams.execute(task);
			}
		}

		@Override
		public Future<?> submit(Runnable task) {
			return this.executor.submit(task);
		}

	}

	/**
	 * Matches if an executor is configured and executors are not switched off.
	 */
	static class ExecutorsCondition extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			Binder binder = Binder.get(context.getEnvironment());
			String prefix = AsyncProperties.PREFIX + ".";
			if (!binder.bind(prefix + "enabled", Boolean.class).orElse(true)) {
				return ConditionOutcome.noMatch("'" + prefix + "enabled' is false");
			}
			boolean configured = Stream.of("executors", "default-executor", "mvc-executor")
				.anyMatch((name) -> binder.bind(prefix + name, Bindable.of(Object.class)).isBound()
						|| binder.bind(prefix + name, Bindable.mapOf(String.class, Object.class)).isBound());
			return new ConditionOutcome(configured,
					configured ? "an executor is configured" : "no executor is configured");
		}

	}

}
