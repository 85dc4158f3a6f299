package io.perfstarter.warmup.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.warmup.WarmupCompletedEvent;
import io.perfstarter.warmup.WarmupContext;
import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.web.autoconfigure.AutoConfigureWeb;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.util.Assert;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application that is warmed up, and waits in the middle of that for its test.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigureWeb
@RestController
class WarmApplication {

	final CountDownLatch warming = new CountDownLatch(1);

	private final CountDownLatch held;

	final AtomicInteger warmCalls = new AtomicInteger();

	final AtomicInteger otherCalls = new AtomicInteger();

	final AtomicInteger openGates = new AtomicInteger();

	WarmApplication(CountDownLatch held) {
		this.held = held;
	}

	@Bean
	SecurityFilterChain everybody() {
		return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE);
	}

	@Bean
	MeterRegistry meters() {
		return new SimpleMeterRegistry();
	}

	@Bean
	@ConditionalOnBooleanProperty("test.asynchronous-events")
	ApplicationEventMulticaster applicationEventMulticaster() {
		SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
		multicaster.setTaskExecutor((task) -> new Thread(task, "events").start());
		return multicaster;
	}

	@Bean
	@ConditionalOnBooleanProperty("test.start-only-if-warm")
	ApplicationListener<WarmupCompletedEvent> startOnlyIfWarm() {
		return (event) -> Assert.state(event.isSuccessful(), event.getReport()::toString);
	}

	@Bean
	WarmupGate gate() {
		return this.openGates::incrementAndGet;
	}

	@Bean
	WarmupTask hold() {
		return new WarmupTask() {

			@Override
			public String name() {
				return "hold";
			}

			@Override
			public void warm() throws Exception {
				WarmApplication.this.warming.countDown();
				WarmApplication.this.held.await(60, TimeUnit.SECONDS);
			}

		};
	}

	@GetMapping("/tickets")
	String tickets() {
		((WarmupContext.active()) ? this.warmCalls : this.otherCalls).incrementAndGet();
		return "tickets";
	}

	@GetMapping("/later")
	Callable<String> later() {
		return this::tickets;
	}

	@GetMapping("/hangs")
	String hangs() throws InterruptedException {
		new CountDownLatch(1).await(20, TimeUnit.SECONDS);
		return "late";
	}

}
