package io.perfstarter.reporting.autoconfigure;

import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import io.perfstarter.reporting.ThreadsState;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.util.StringUtils;

/**
 * Supplies the state of Tomcat's threads for application requests, without those of a
 * separate management port. The state is unknown while Tomcat starts, and if Tomcat has
 * no thread pool of its own, as with virtual threads.
 */
class TomcatThreads implements ThreadsSource, ApplicationListener<WebServerInitializedEvent> {

	private volatile @Nullable Tomcat tomcat;

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		if (!StringUtils.hasLength(event.getApplicationContext().getServerNamespace())
				&& event.getWebServer() instanceof TomcatWebServer server) {
			this.tomcat = server.getTomcat();
		}
	}

	@Override
	public @Nullable ThreadsState get() {
		return pools().findFirst().map(TomcatThreads::state).orElse(null);
	}

	private Stream<ThreadPoolExecutor> pools() {
		Tomcat tomcat = this.tomcat;
		// Tomcat.getConnector() is not used, because it creates a missing connector.
		return (tomcat != null) ? Arrays.stream(tomcat.getService().findConnectors())
			.map(TomcatThreads::executor)
			.filter(ThreadPoolExecutor.class::isInstance)
			.map(ThreadPoolExecutor.class::cast) : Stream.empty();
	}

	private static @Nullable Executor executor(Connector connector) {
		return connector.getProtocolHandler().getExecutor();
	}

	private static ThreadsState state(ThreadPoolExecutor pool) {
		return new ThreadsState(pool.getMaximumPoolSize(), pool.getActiveCount(), pool.getQueue().size(),
				pool.getCompletedTaskCount());
	}

}
