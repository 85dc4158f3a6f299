package io.perfstarter.sample.sidebyside;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Adds the service; the settings name its cache, and the starter does the rest.
 */
@Configuration(proxyBeanMethods = false)
@Import(StarterTickets.class)
class StarterConfiguration {

}
