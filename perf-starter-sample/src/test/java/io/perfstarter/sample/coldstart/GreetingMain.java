package io.perfstarter.sample.coldstart;

import java.time.Instant;
import java.util.List;

import io.perfstarter.sample.UntilTestsEnd;

import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * A small application that a cache is made of, and its main class.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
public class GreetingMain {

	public static void main(String[] args) {
		UntilTestsEnd.watch();
		new SpringApplicationBuilder(GreetingMain.class).bannerMode(Banner.Mode.OFF).run(args);
		System.out.println(Service.READY);
	}

	@GetMapping("/greetings/{name}")
	Greeting greet(@PathVariable String name) {
		return new Greeting("Hello " + name, Instant.EPOCH, List.of(name));
	}

	/**
	 * What it answers.
	 */
	record Greeting(String text, Instant at, List<String> names) {

	}

}
