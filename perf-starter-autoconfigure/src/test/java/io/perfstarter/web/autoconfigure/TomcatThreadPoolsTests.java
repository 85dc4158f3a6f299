package io.perfstarter.web.autoconfigure;

import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TomcatThreadPools}.
 */
class TomcatThreadPoolsTests {

	@Test
	void onlyTheServerOfTheApplicationHasThem() {
		ServletWebServerApplicationContext context = new ServletWebServerApplicationContext();
		WebServer server = new TomcatServletWebServerFactory(0).getWebServer();
		try {
			server.start();
			assertThat(TomcatThreadPools.of(new ServletWebServerInitializedEvent(server, context)))
				.extracting(ThreadPoolExecutor::getMaximumPoolSize)
				.containsExactly(200);
			context.setServerNamespace("management");
			assertThat(TomcatThreadPools.of(new ServletWebServerInitializedEvent(server, context))).isEmpty();
		}
		finally {
			server.stop();
			server.destroy();
		}
	}

}
