#!/usr/bin/env bash
# Behind a proxy of its interface, Spring ignores @Retryable on a method of the class, and @ConcurrencyLimit there makes each call fail.
#
# Guess:     annotations of the class count with both kinds of proxies, as they do for @Transactional and @Cacheable.
# Version:   Spring Framework 7.0.8.
# Behaviour: the advice is applied because of the class, and then looks for its annotation on the method of the interface.
# Product:   @EvictTicketCache and @PrimaryRead count on the method of the class, whatever the proxy.

. "$(dirname "$0")/support/java.sh"

expect \
  "@Retryable on the interface: called 4 times" \
  "@Retryable on the class: called 1 times" \
  "@ConcurrencyLimit on the class: No @ConcurrencyLimit annotation found"

java_with org.springframework:spring-context:7.0.8 << 'EOF'
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

class Program {

	private static final AtomicInteger calls = new AtomicInteger();

	public interface Remote {

		@Retryable(delay = 10)
		void annotated();

		void annotatedInTheClass();

		void limitedInTheClass();

	}

	public static class FailingRemote implements Remote {

		@Override
		public void annotated() {
			calls.incrementAndGet();
			throw new IllegalStateException();
		}

		@Override
		@Retryable(delay = 10)
		public void annotatedInTheClass() {
			annotated();
		}

		@Override
		@ConcurrencyLimit(1)
		public void limitedInTheClass() {
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
			fail("@Retryable on the interface", remote::annotated);
			fail("@Retryable on the class", remote::annotatedInTheClass);
			try {
				remote.limitedInTheClass();
			}
			catch (IllegalStateException ex) {
				System.out.println("@ConcurrencyLimit on the class: " + ex.getMessage());
			}
		}
	}

	private static void fail(String how, Runnable call) {
		try {
			call.run();
		}
		catch (IllegalStateException ex) {
			System.out.println(how + ": called " + calls.getAndSet(0) + " times");
		}
	}

}
EOF
