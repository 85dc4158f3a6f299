package io.perfstarter.warmup.autoconfigure;

import io.perfstarter.warmup.run.WarmupFilter;
import org.apache.catalina.valves.AbstractAccessLogValve;

import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Excludes warm-up requests from Tomcat's access log.
 */
class AccessLogCustomizer implements WebServerFactoryCustomizer<TomcatWebServerFactory>, Ordered {

	/**
	 * After Spring Boot's customizer, which adds the access log.
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
