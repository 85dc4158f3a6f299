package io.perfstarter.web.autoconfigure;

import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.util.StringUtils;

/**
 * The thread pools in which an embedded Tomcat processes application requests. There is
 * none with virtual threads.
 */
public final class TomcatThreadPools {

	private final Tomcat tomcat;

	private TomcatThreadPools(Tomcat tomcat) {
		this.tomcat = tomcat;
	}

	/**
	 * Returns the thread pools of a server that has started.
	 * @param event the start of the server
	 * @return the thread pools, {@code null} if the server is no embedded Tomcat, or
	 * belongs to a separate management port
	 */
	public static @Nullable TomcatThreadPools of(WebServerInitializedEvent event) {
		if (!StringUtils.hasLength(event.getApplicationContext().getServerNamespace())
				&& event.getWebServer() instanceof TomcatWebServer server) {
			return new TomcatThreadPools(server.getTomcat());
		}
		return null;
	}

	/**
	 * Returns the current thread pool of each connector that has one.
	 * @return the thread pools
	 */
	public Stream<ThreadPoolExecutor> stream() {
		// Tomcat.getConnector() is not used, because it creates a missing connector.
		return Arrays.stream(this.tomcat.getService().findConnectors())
			.map(TomcatThreadPools::executor)
			.filter(ThreadPoolExecutor.class::isInstance)
			.map(ThreadPoolExecutor.class::cast);
	}

	private static @Nullable Executor executor(Connector connector) {
		return connector.getProtocolHandler().getExecutor();
	}

}
