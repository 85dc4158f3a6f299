package io.perfstarter.sample.fanout;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * A small application with a {@link TicketDesk}, and what Boot makes of the class path.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(TicketDesk.class)
class InstanceApplication {

}
