package io.perfstarter.howto.security;

import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Says who may do what: nothing in it is about peers.
 */
// tag::chains[]
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

	@Bean
	@Order(1)
	SecurityFilterChain actuator(HttpSecurity http) {
		return http.securityMatcher(EndpointRequest.toAnyEndpoint())
			.authorizeHttpRequests((requests) -> requests.requestMatchers(EndpointRequest.to("health"))
				.permitAll()
				.anyRequest()
				.hasRole("OPERATOR"))
			.httpBasic(Customizer.withDefaults())
			.build();
	}

	@Bean
	@Order(2)
	SecurityFilterChain application(HttpSecurity http) {
		return http
			.authorizeHttpRequests((requests) -> requests
				.requestMatchers(EndpointRequest.toAdditionalPaths(WebServerNamespace.SERVER, "health"))
				.permitAll()
				.anyRequest()
				.authenticated())
			.csrf(CsrfConfigurer::spa)
			.formLogin(Customizer.withDefaults())
			.httpBasic(Customizer.withDefaults())
			.build();
	}

}
// end::chains[]
