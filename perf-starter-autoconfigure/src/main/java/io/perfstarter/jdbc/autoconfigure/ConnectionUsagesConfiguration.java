package io.perfstarter.jdbc.autoconfigure;

import java.util.function.Supplier;

import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JvmPauses;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;

/**
 * Keeps the figures of connection usages. Imported by each feature that reads them, and
 * in effect only once.
 */
@Configuration(proxyBeanMethods = false)
public class ConnectionUsagesConfiguration {

	/**
	 * The first listener, so that the others read current figures. Looks up the pauses
	 * only once connections are borrowed, because their source is created late.
	 */
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	ConnectionUsages perfStarterConnectionUsages(ObjectProvider<JvmPauses> pauses) {
		Supplier<JvmPauses> source = SingletonSupplier.of(() -> pauses.getIfAvailable(() -> () -> 0));
		return new ConnectionUsages(System::nanoTime, () -> source.get().nanos());
	}

}
