package io.perfstarter.async.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.context.ThreadLocalAccessor;
import io.perfstarter.async.BoundedExecutor;
import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.async.PageMapper;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.SilentRollbacks;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for bounded executors: one for each
 * configured name, and one that replaces Spring Boot's application task executor.
 */
@AutoConfiguration(before = TaskExecutionAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@Conditional(ExecutorsCondition.class)
@EnableConfigurationProperties(AsyncProperties.class)
@Import({ ExecutorRegistrar.class, ExecutorFullConfiguration.class })
public final class AsyncAutoConfiguration {

	static final String FACTORY = "perfStarterExecutorFactory";

	@Bean(destroyMethod = "close")
	BoundedExecutors perfStarterExecutors(AsyncProperties properties, ObjectProvider<ThreadLocalAccessor<?>> accessors,
			ObjectProvider<TaskDecorator> decorators, ObjectProvider<LimiterListener> listener,
			ObjectProvider<SilentRollbacks> rollbacks) {
		TaskDecorator decorator = new CompositeTaskDecorator(decorators.orderedStream().toList());
		Boolean virtual = properties.virtualThreads();
		return new BoundedExecutors((virtual != null) ? virtual : Runtime.version().feature() >= 21,
				properties.propagate(), accessors.orderedStream().toList(), decorator::decorate,
				listener.getIfAvailable(() -> LimiterListener.NONE), rollbacks.getIfAvailable(() -> () -> 0));
	}

	@Bean(FACTORY)
	ExecutorFactory perfStarterExecutorFactory(AsyncProperties properties, BoundedExecutors executors,
			ObjectProvider<ExecutorPools> pools, Environment environment) {
		return new ExecutorFactory(properties, executors, pools, new SpringTaskSettings(environment));
	}

	@Bean
	PageMapper perfStarterPageMapper(BoundedExecutors executors) {
		return executors.pageMapper(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME);
	}

	@Bean
	ExecutorsLifecycle perfStarterExecutorsLifecycle(BoundedExecutors executors, AsyncProperties properties) {
		return new ExecutorsLifecycle(executors, properties.shutdownTimeout());
	}

	/**
	 * What Spring creates for {@code @Async} without a name if there is no task executor.
	 * Without this bean, it would use a named executor that is the only one instead.
	 */
	@Bean(defaultCandidate = false)
	@Fallback
	@ConditionalOnMissingBean(name = TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME)
	TaskExecutor perfStarterUnnamedTaskExecutor() {
		return new SimpleAsyncTaskExecutor();
	}

	@Bean
	static AsyncNamesCheck perfStarterAsyncNamesCheck(ConfigurableListableBeanFactory beanFactory) {
		return new AsyncNamesCheck(beanFactory);
	}

	@Bean
	static DefaultExecutorCheck perfStarterDefaultExecutorCheck(ConfigurableListableBeanFactory beanFactory,
			Environment environment) {
		return new DefaultExecutorCheck(beanFactory, environment);
	}

	@Bean
	static AsyncMethodPostProcessor perfStarterAsyncMethodPostProcessor() {
		return new AsyncMethodPostProcessor();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(name = TaskManagementConfigUtils.ASYNC_ANNOTATION_PROCESSOR_BEAN_NAME)
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
			return new ExecutorPools(beanFactory, properties.poolReserve());
		}

	}

	/**
	 * Replaces Spring Boot's task executor, unless the application defines an executor
	 * for general use or forces Spring Boot's.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(DefaultExecutorCondition.class)
	@ConditionalOnProperty(name = "spring.task.execution.mode", havingValue = "auto", matchIfMissing = true)
	static class DefaultExecutorConfiguration {

		@Bean(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME)
		BoundedExecutor applicationTaskExecutor(ExecutorFactory factory) {
			return factory.ofDefault(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME);
		}

		/**
		 * The alias by which {@code @Async} finds the executor if there are others, such
		 * as a scheduler.
		 */
		@Bean
		static BeanFactoryPostProcessor perfStarterTaskExecutorAlias() {
			return (beanFactory) -> {
				if (!beanFactory.containsBean("taskExecutor")) {
					beanFactory.registerAlias(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME,
							"taskExecutor");
				}
			};
		}

		/**
		 * Beans with background initialization must not wait in a bounded executor.
		 */
		@Bean(name = ConfigurableApplicationContext.BOOTSTRAP_EXECUTOR_BEAN_NAME, defaultCandidate = false)
		@ConditionalOnMissingBean(name = ConfigurableApplicationContext.BOOTSTRAP_EXECUTOR_BEAN_NAME)
		TaskExecutor bootstrapExecutor() {
			return threads("bootstrap-");
		}

		/**
		 * Returns an executor that starts a thread for each task.
		 */
		private static TaskExecutor threads(String prefix) {
			SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor(prefix);
			executor.setDaemon(true);
			return executor;
		}

		/**
		 * A separate executor for asynchronous requests, so that they and tasks do not
		 * wait for each other.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnWebApplication(type = Type.SERVLET)
		@ConditionalOnClass(WebMvcConfigurer.class)
		static class MvcExecutorConfiguration {

			@Bean(defaultCandidate = false)
			BoundedExecutor perfStarterMvcTaskExecutor(ExecutorFactory factory) {
				return factory.ofMvc("mvcTaskExecutor");
			}

			/**
			 * After Spring Boot's configurer, which sets the default executor, and before
			 * those of the application.
			 */
			@Bean
			@Order(1)
			WebMvcConfigurer perfStarterMvcExecutorConfigurer(
					@Qualifier("perfStarterMvcTaskExecutor") BoundedExecutor executor) {
				MvcTaskExecutor tasks = new MvcTaskExecutor(executor, threads("mvc-stream-"));
				return new WebMvcConfigurer() {
					@Override
					public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
						configurer.setTaskExecutor(tasks);
						configurer.registerCallableInterceptors(tasks);
					}
				};
			}

		}

	}

}
