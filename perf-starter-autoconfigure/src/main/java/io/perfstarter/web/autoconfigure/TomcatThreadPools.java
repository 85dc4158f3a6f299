package io.perfstarter.web.autoconfigure;

import java.util.Arrays;
import java.util.stream.Stream;

import org.apache.tomcat.util.threads.ThreadPoolExecutor;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.util.StringUtils;

/**
 * Finds the thread pools in which an embedded Tomcat processes application requests.
 * There is none with virtual threads.
 */
public final class TomcatThreadPools {

	private TomcatThreadPools() {
	}

	/**
	 * Returns the current thread pool of each connector that has one.
	 * @param event the start of the server
	 * @return the thread pools; none if the server is no embedded Tomcat, or belongs to a
	 * separate management port
	 */
	public static Stream<ThreadPoolExecutor> of(WebServerInitializedEvent event) {
		if (StringUtils.hasLength(event.getApplicationContext().getServerNamespace())
				|| !(event.getWebServer() instanceof TomcatWebServer server)) {
			return Stream.empty();
		}
		// Tomcat.getConnector() is not used, because it creates a missing connector.
		return Arrays.stream(server.getTomcat().getService().findConnectors())
			.map((connector) -> connector.getProtocolHandler().getExecutor())
			.filter(ThreadPoolExecutor.class::isInstance)
			.map(ThreadPoolExecutor.class::cast);
	}

}
