package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.warmup.WarmupFilter;
import org.apache.catalina.valves.AbstractAccessLogValve;

import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Keeps requests of the warm-up out of Tomcat's access log.
 */
class AccessLogCustomizer implements WebServerFactoryCustomizer<TomcatWebServerFactory>, Ordered {

	/**
	 * After Boot's, which adds the log.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void customize(TomcatWebServerFactory factory) {
		factory.getEngineValves().forEach((valve) -> {
			if (valve instanceof AbstractAccessLogValve log && log.getConditionUnless() == null) {
				log.setConditionUnless(WarmupFilter.ATTRIBUTE);
			}
		});
	}

}
