package io.perfstarter.sample.sidebyside;

import io.perfstarter.sample.UntilTestsEnd;

import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The main class of an instance: its first argument names the candidate.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ TicketController.class, TicketRows.class })
public class InstanceMain {

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		new SpringApplicationBuilder(InstanceMain.class, Candidate.valueOf(args[0]).configuration())
			.bannerMode(Banner.Mode.OFF)
			.run(args);
	}

}
