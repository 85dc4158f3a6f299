#!/usr/bin/env bash
# Spring's @Retryable does not repeat a call whose future fails, and @ConcurrencyLimit does not count a future that is not complete.
#
# Guess:     both follow the future that a method returns, as they do with a Mono.
# Version:   Spring Framework 7.0.8, Reactor 3.8.6.
# Behaviour: both end when the method returns. A method that throws is repeated.
# Product:   a bounded executor counts the task of an @Async method until its future is complete.

. "$(dirname "$0")/support/java.sh"

expect \
  "throws: called 4 times" \
  "returns a failed Mono: called 4 times" \
  "returns a failed future: called 1 times" \
  "futures at once with a limit of 1: 2"

java_with org.springframework:spring-context:7.0.8 io.projectreactor:reactor-core:3.8.6 << 'EOF'
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.publisher.Mono;

class Program {

	private static final AtomicInteger calls = new AtomicInteger();

	public interface Remote {

		@Retryable(delay = 10)
		String throwing();

		@Retryable(delay = 10)
		Mono<String> mono();

		@Retryable(delay = 10)
		CompletableFuture<String> future();

		@ConcurrencyLimit(1)
		CompletableFuture<String> endless();

	}

	public static class FailingRemote implements Remote {

		@Override
		public String throwing() {
			calls.incrementAndGet();
			throw new IllegalStateException();
		}

		@Override
		public Mono<String> mono() {
			return Mono.fromSupplier(this::throwing);
		}

		@Override
		public CompletableFuture<String> future() {
			calls.incrementAndGet();
			return CompletableFuture.failedFuture(new IllegalStateException());
		}

		@Override
		public CompletableFuture<String> endless() {
			calls.incrementAndGet();
			return new CompletableFuture<>();
		}

	}

	@EnableResilientMethods
	public static class Settings {

	}

	public static void main(String[] args) {
		// A program that is a source file has a class loader of its own, where Spring must find the interface.
		Thread.currentThread().setContextClassLoader(Program.class.getClassLoader());
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Settings.class,
				FailingRemote.class)) {
			Remote remote = context.getBean(Remote.class);
			fail("throws", remote::throwing);
			fail("returns a failed Mono", () -> remote.mono().block());
			fail("returns a failed future", () -> remote.future().get());
			remote.endless();
			remote.endless();
			System.out.println("futures at once with a limit of 1: " + calls.get());
		}
	}

	private static void fail(String how, Callable<?> call) {
		try {
			call.call();
		}
		catch (Exception ex) {
			System.out.println(how + ": called " + calls.getAndSet(0) + " times");
		}
	}

}
EOF
