package io.perfstarter.jdbc.autoconfigure;

import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JvmPauses;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Keeps the figures of connection usages. Imported by each feature that reads them, and
 * in effect only once.
 */
@Configuration(proxyBeanMethods = false)
public class ConnectionUsagesConfiguration {

	// Its callback is not called in a context that initializes beans lazily.
	@Bean
	@Lazy(false)
	LatePauses perfStarterLatePauses(ObjectProvider<JvmPauses> pauses) {
		return new LatePauses(pauses);
	}

	/**
	 * The first listener, so that the others read current figures.
	 */
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	ConnectionUsages perfStarterConnectionUsages(LatePauses pauses) {
		return new ConnectionUsages(System::nanoTime, pauses::nanos);
	}

}
