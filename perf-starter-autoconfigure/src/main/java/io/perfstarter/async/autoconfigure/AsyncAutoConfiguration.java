package io.perfstarter.async.autoconfigure;

import java.util.concurrent.Executor;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.async.Lane;
import io.perfstarter.async.Lanes;
import io.perfstarter.async.PageMapper;

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
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for lanes: one for each that is
 * configured, and one in the place of the application's task executor.
 */
@AutoConfiguration(before = TaskExecutionAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@Conditional(LanesCondition.class)
@EnableConfigurationProperties(AsyncProperties.class)
@Import(LaneRegistrar.class)
public final class AsyncAutoConfiguration {

	static final String FACTORY = "perfStarterLaneFactory";

	@Bean(destroyMethod = "close")
	@ConditionalOnMissingBean
	Lanes perfStarterLanes(AsyncProperties properties, ObjectProvider<TaskDecorator> decorators) {
		TaskDecorator decorator = new CompositeTaskDecorator(decorators.orderedStream().toList());
		Boolean virtual = properties.virtualThreads();
		return new Lanes((virtual != null) ? virtual : Runtime.version().feature() >= 21, properties.propagate(),
				decorator::decorate);
	}

	@Bean(FACTORY)
	LaneFactory perfStarterLaneFactory(AsyncProperties properties, Lanes lanes, ObjectProvider<LanePools> pools) {
		return new LaneFactory(properties, lanes, pools);
	}

	@Bean
	@ConditionalOnMissingBean
	PageMapper perfStarterPageMapper(Lanes lanes) {
		return lanes.pageMapper(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME);
	}

	@Bean
	LanesLifecycle perfStarterLanesLifecycle(Lanes lanes, AsyncProperties properties) {
		return new LanesLifecycle(lanes, properties.drainTimeout());
	}

	@Bean
	static AsyncNamesCheck perfStarterAsyncNamesCheck(ConfigurableListableBeanFactory beanFactory) {
		return new AsyncNamesCheck(beanFactory);
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
		LanePools perfStarterLanePools(ConfigurableListableBeanFactory beanFactory, AsyncProperties properties) {
			return new LanePools(beanFactory, properties.poolReserve());
		}

	}

	/**
	 * Stands in for Boot's executor, unless the application has one of its own, or wants
	 * Boot's in any case.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(Executor.class)
	@ConditionalOnProperty(name = "spring.task.execution.mode", havingValue = "auto", matchIfMissing = true)
	static class DefaultLaneConfiguration {

		@Bean(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME)
		Lane applicationTaskExecutor(LaneFactory factory) {
			return factory.ofDefault(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME);
		}

		/**
		 * By this name {@code @Async} finds it where there are other executors, such as a
		 * scheduler.
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
		 * Beans that are made in the background are not to wait in a lane.
		 */
		@Bean(name = ConfigurableApplicationContext.BOOTSTRAP_EXECUTOR_BEAN_NAME, defaultCandidate = false)
		@ConditionalOnMissingBean(name = ConfigurableApplicationContext.BOOTSTRAP_EXECUTOR_BEAN_NAME)
		TaskExecutor bootstrapExecutor() {
			SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("bootstrap-");
			executor.setDaemon(true);
			return executor;
		}

		/**
		 * A lane of its own for asynchronous requests, so that they and tasks do not wait
		 * for each other.
		 */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnWebApplication(type = Type.SERVLET)
		@ConditionalOnClass(WebMvcConfigurer.class)
		static class MvcLaneConfiguration {

			@Bean(defaultCandidate = false)
			Lane perfStarterMvcTaskExecutor(LaneFactory factory) {
				return factory.ofMvc("mvcTaskExecutor");
			}

			/**
			 * After Boot's own, which takes the default lane, and before those of the
			 * application.
			 */
			@Bean
			@Order(1)
			WebMvcConfigurer perfStarterMvcLaneConfigurer(@Qualifier("perfStarterMvcTaskExecutor") Lane lane) {
				return new WebMvcConfigurer() {
					@Override
					public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
						configurer.setTaskExecutor(lane);
					}
				};
			}

		}

	}

}
