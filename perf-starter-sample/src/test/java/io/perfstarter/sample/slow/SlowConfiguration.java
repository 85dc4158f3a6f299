package io.perfstarter.sample.slow;

import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * What a ticket-service has more that can be made slow: all of this package.
 */
@Configuration(proxyBeanMethods = false)
@ComponentScan
@AutoConfigurationPackage
@EnableAsync
@EnableResilientMethods
class SlowConfiguration {

	/** It has one thread and a long queue. */
	@Bean(defaultCandidate = false)
	ThreadPoolTaskExecutor oneMail() {
		return executor(1000);
	}

	@Bean(defaultCandidate = false)
	ThreadPoolTaskExecutor statements() {
		return executor(1000);
	}

	/** It has one thread and a short queue, and its callers run what does not fit. */
	@Bean(defaultCandidate = false)
	ThreadPoolTaskExecutor fewMails() {
		ThreadPoolTaskExecutor executor = executor(2);
		executor.setRejectedExecutionHandler(new CallerRunsPolicy());
		return executor;
	}

	private static ThreadPoolTaskExecutor executor(int queueCapacity) {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setCorePoolSize(1);
		executor.setMaxPoolSize(1);
		executor.setQueueCapacity(queueCapacity);
		executor.setDaemon(true);
		return executor;
	}

}
