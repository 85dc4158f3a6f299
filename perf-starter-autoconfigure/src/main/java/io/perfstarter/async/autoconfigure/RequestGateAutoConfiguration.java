package io.perfstarter.async.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.async.RequestGate;
import io.perfstarter.async.RequestGateFilter;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.web.autoconfigure.ActuatorPaths;
import io.perfstarter.web.autoconfigure.ActuatorPathsConfiguration;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the request gate. Its filter has
 * the order of that of the observations, and comes first because this comes first.
 */
@AutoConfiguration(beforeName = "org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration")
@ConditionalOnClass({ Filter.class, PathPatternParser.class })
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnSwitch("perf-starter.async.enabled")
@ConditionalOnProperty("perf-starter.async.requests.permits")
@EnableConfigurationProperties(RequestGateProperties.class)
@Import(ActuatorPathsConfiguration.class)
public final class RequestGateAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RequestGate perfStarterRequestGate(RequestGateProperties properties) {
		return properties.gate();
	}

	@Bean
	MeterBinder perfStarterRequestGateMeters(RequestGate gate) {
		return gate.meters();
	}

	@Bean
	@ConditionalOnMissingBean(value = RequestGateFilter.class, parameterizedContainer = FilterRegistrationBean.class)
	FilterRegistrationBean<RequestGateFilter> perfStarterRequestGateFilter(RequestGate gate,
			RequestGateProperties properties, ObjectProvider<ActuatorPaths> actuator) {
		ExcludedPaths excluded = new ExcludedPaths(properties.exclude());
		FilterRegistrationBean<RequestGateFilter> registration = new FilterRegistrationBean<>(new RequestGateFilter(
				gate, (path) -> excluded.contain(path) || actuator.stream().anyMatch((paths) -> paths.contain(path))));
		registration.setOrder(RequestGateFilter.ORDER);
		registration.setDispatcherTypes(DispatcherType.REQUEST);
		return registration;
	}

}
