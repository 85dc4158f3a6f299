package io.perfstarter.sample.orders;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Gives the tasks of the executor to the executor that Boot makes, after the commit, as
 * an application without executors would.
 */
@Configuration(proxyBeanMethods = false)
@EnableAsync(proxyTargetClass = true)
public class WithoutExecutors {

	@Bean(defaultCandidate = false)
	TaskExecutor orders(
			@Qualifier(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME) TaskExecutor executor) {
		return (task) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void afterCommit() {
				executor.execute(task);
			}
		});
	}

}
