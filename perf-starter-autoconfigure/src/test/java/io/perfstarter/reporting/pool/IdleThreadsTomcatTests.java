package io.perfstarter.reporting.pool;

import java.util.concurrent.TimeUnit;

import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link IdleThreads} with the threads of Tomcat.
 */
class IdleThreadsTomcatTests {

	@Test
	void thoseOfTomcatAreIdleBetweenRequests() throws Exception {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new TaskQueue());
		try {
			Thread thread = executor.submit(() -> {
				assertThat(IdleThreads.contain(Thread.currentThread())).isFalse();
				return Thread.currentThread();
			}).get();
			Awaitility.await().until(() -> IdleThreads.contain(thread));
		}
		finally {
			executor.shutdownNow();
		}
	}

}
