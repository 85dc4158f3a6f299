package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.reporting.autoconfigure.ReportingAutoConfiguration.ThreadsSource;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.web.autoconfigure.TomcatThreadPools;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Supplies the state of Tomcat's threads for application requests, without the threads of
 * a separate management port. The state is unknown while Tomcat starts, and if Tomcat has
 * no own thread pool, as with virtual threads.
 */
@ConditionalOnClass({ TomcatWebServer.class, ThreadPoolExecutor.class })
class TomcatThreads implements ThreadsSource, ApplicationListener<WebServerInitializedEvent> {

	private volatile @Nullable WebServerInitializedEvent start;

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		if (TomcatThreadPools.of(event).findAny().isPresent()) {
			this.start = event;
		}
	}

	@Override
	public @Nullable ThreadsWindow get() {
		WebServerInitializedEvent start = this.start;
		return (start != null) ? TomcatThreadPools.of(start).findFirst().map(TomcatThreads::state).orElse(null) : null;
	}

	private static ThreadsWindow state(ThreadPoolExecutor pool) {
		return new ThreadsWindow(pool.getMaximumPoolSize(), pool.getActiveCount(), pool.getQueue().size(),
				pool.getCompletedTaskCount());
	}

}
