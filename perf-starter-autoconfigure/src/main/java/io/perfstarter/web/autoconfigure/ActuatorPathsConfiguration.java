package io.perfstarter.web.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Provides the paths of Actuator to features that exempt them.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ PathMappedEndpoints.class, ManagementPortType.class })
public class ActuatorPathsConfiguration {

	@Bean
	ActuatorPaths perfStarterActuatorPaths(ObjectProvider<PathMappedEndpoints> endpoints, Environment environment) {
		return new ActuatorPaths(endpoints, environment);
	}

}
