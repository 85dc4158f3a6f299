#!/usr/bin/env bash
# With a task executor of Spring, Quartz does not wait for running jobs at its end, although it is told to.
#
# Guess:     waitForJobsToCompleteOnShutdown waits for jobs, on virtual threads as on threads of Quartz.
# Version:   Quartz 2.5.2, spring-context-support 7.0.8, Java 17. On virtual threads of Java 25 it is the same.
# Behaviour: Quartz asks its thread pool to wait, and the pool that Spring puts before a task executor waits for nothing.
# Product:   its executors finish their tasks before they stop, for up to shutdown-timeout.

. "$(dirname "$0")/support/java.sh"

expect \
  "threads of Quartz: the job is done" \
  "task executor of Spring: the job is running"

java_with org.quartz-scheduler:quartz:2.5.2 org.springframework:spring-context-support:7.0.8 \
  org.springframework:spring-tx:7.0.8 << 'EOF'
import java.util.concurrent.CountDownLatch;

import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.TriggerBuilder;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;

class Program {

	private static volatile CountDownLatch begun;

	private static volatile String state;

	public static class SlowJob implements Job {

		@Override
		public void execute(JobExecutionContext context) {
			state = "running";
			begun.countDown();
			try {
				Thread.sleep(2000);
				state = "done";
			}
			catch (InterruptedException ex) {
				state = "interrupted";
			}
		}

	}

	public static void main(String[] args) throws Exception {
		SchedulerFactoryBean own = new SchedulerFactoryBean();
		stop("threads of Quartz", own);
		SchedulerFactoryBean springs = new SchedulerFactoryBean();
		springs.setTaskExecutor(new SimpleAsyncTaskExecutor());
		stop("task executor of Spring", springs);
	}

	private static void stop(String threads, SchedulerFactoryBean factory) throws Exception {
		begun = new CountDownLatch(1);
		factory.setBeanName(threads);
		factory.setWaitForJobsToCompleteOnShutdown(true);
		factory.afterPropertiesSet();
		factory.start();
		factory.getScheduler()
			.scheduleJob(JobBuilder.newJob(SlowJob.class).build(), TriggerBuilder.newTrigger().startNow().build());
		begun.await();
		factory.destroy();
		System.out.println(threads + ": the job is " + state);
	}

}
EOF
