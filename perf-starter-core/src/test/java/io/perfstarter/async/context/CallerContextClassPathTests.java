package io.perfstarter.async.context;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CallerContext} where libraries are missing.
 */
class CallerContextClassPathTests {

	@AfterEach
	void clean() {
		MDC.clear();
		SecurityContextHolder.clearContext();
		LocaleContextHolder.resetLocaleContext();
	}

	private static Object run(String missing) throws Exception {
		MDC.put("order", "7");
		SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("ann", ""));
		LocaleContextHolder.setLocale(Locale.KOREA);
		Constructor<?> constructor = Class.forName(Probe.class.getName(), true, new MissingLibraries(missing))
			.getDeclaredConstructor();
		constructor.setAccessible(true);
		return ((Callable<?>) constructor.newInstance()).call();
	}

	@ParameterizedTest
	@ValueSource(strings = { "none", "org.slf4j.", "org.springframework.security." })
	void worksWithoutOne(String missing) throws Exception {
		assertThat(run(missing)).isEqualTo("wrapped, run");
	}

	/**
	 * Carries a task among classes that do not find the libraries.
	 */
	static final class Probe implements Callable<String> {

		@Override
		public String call() {
			List<String> events = new ArrayList<>();
			Runnable task = () -> events.add("run");
			Runnable carried = CallerContext.decorator(List.of()).decorate(task);
			if (carried != task) {
				events.add("wrapped");
			}
			carried.run();
			return String.join(", ", events);
		}

	}

	/**
	 * Loads this package anew, and finds nothing of some others.
	 */
	private static final class MissingLibraries extends ClassLoader {

		private final String missing;

		MissingLibraries(String missing) {
			super(MissingLibraries.class.getClassLoader());
			this.missing = missing;
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.startsWith(this.missing)) {
				throw new ClassNotFoundException(name);
			}
			if (!name.startsWith("io.perfstarter.async.")) {
				return super.loadClass(name, resolve);
			}
			Class<?> loaded = findLoadedClass(name);
			return (loaded != null) ? loaded : define(name);
		}

		private Class<?> define(String name) throws ClassNotFoundException {
			try (InputStream stream = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
				if (stream == null) {
					throw new ClassNotFoundException(name);
				}
				byte[] bytes = stream.readAllBytes();
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

}
