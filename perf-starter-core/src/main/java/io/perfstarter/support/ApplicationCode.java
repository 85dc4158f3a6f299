package io.perfstarter.support;

import java.lang.StackWalker.StackFrame;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Distinguishes classes of the application from classes of the JDK, of libraries and of
 * this project. Library packages are listed by their exact names, because an application
 * may live below any package. Thread-safe.
 */
public final class ApplicationCode {

	private static final StackWalker WALKER = StackWalker.getInstance();

	private static final int FRAMES = 200;

	/**
	 * The packages of this project, without their subpackages.
	 */
	private static final Set<String> OURS = names("io.perfstarter",
			"""
					async async.autoconfigure async.context async.limit boundary boundary.autoconfigure boundary.connection
					boundary.repository client coherence coherence.audit coherence.autoconfigure coherence.commit
					coherence.guard coherence.log coherence.postgres coherence.protocol coherence.redis coherence.transport eviction eviction.autoconfigure
					health.autoconfigure jdbc jdbc.autoconfigure peer remote reporting reporting.advice reporting.autoconfigure reporting.machine
					reporting.plan reporting.pool reporting.request reporting.rules reporting.session reporting.window routing
					routing.autoconfigure routing.checks routing.connection
					routing.freshness routing.session settings.autoconfigure settings.strict support warmup warmup.autoconfigure warmup.run
					web.autoconfigure""");

	/**
	 * Packages of libraries, including their subpackages.
	 */
	private static final Set<String> LIBRARIES = Stream.of(
			names("org.springframework",
					"""
							ai amqp aop asm aot batch beans boot cache cglib cloud.circuitbreaker cloud.client cloud.commons cloud.config
							cloud.context cloud.function cloud.gateway cloud.loadbalancer cloud.netflix cloud.openfeign cloud.stream
							context core dao data expression format graphql grpc hateoas http integration jca jdbc jms jmx jndi kafka ldap mail messaging
							mock modulith objenesis orm oxm pulsar r2dbc remoting resilience retry scheduling scripting security session test
							transaction ui util validation vault web ws"""),
			names("org.apache", """
					activemq camel catalina commons coyote cxf hc http ibatis jasper juli kafka logging naming pulsar
					tomcat"""),
			names("",
					"""
							ch.qos.logback com.fasterxml.jackson com.github.benmanes.caffeine com.mysql com.sun.proxy com.zaxxer.hikari feign io.grpc
							io.lettuce io.micrometer io.netty io.opentelemetry io.r2dbc io.undertow jakarta.persistence jakarta.servlet
							jakarta.transaction jakarta.ws.rs javax.cache kotlin kotlinx.coroutines okhttp3 okio oracle.jdbc
							org.aopalliance org.aspectj org.eclipse.jetty org.ehcache org.h2 org.hibernate org.jooq
							org.mariadb.jdbc org.mybatis org.postgresql org.slf4j reactor redis.clients.jedis retrofit2 tools.jackson"""))
		.flatMap(Set::stream)
		.collect(Collectors.toUnmodifiableSet());

	private ApplicationCode() {
	}

	private static Set<String> names(String parent, String children) {
		return Arrays.stream(children.strip().split("\\s+"))
			.map((child) -> parent.isEmpty() ? child : parent + "." + child)
			.collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Returns the source line of the innermost application frame on the current thread's
	 * stack.
	 * @return file name and line number, such as {@code Orders.java:57}; {@code null} if
	 * the stack contains no application frame
	 */
	public static @Nullable String nearestLine() {
		return WALKER
			.walk((frames) -> frames.limit(FRAMES).filter((frame) -> contains(frame.getClassName())).findFirst())
			.map(StackFrame::toStackTraceElement)
			.map(ApplicationCode::line)
			.orElse(null);
	}

	/**
	 * Returns the source line of the innermost application frame of a stack trace.
	 * @param stack the stack trace of a thread, innermost frame first
	 * @return file name and line number, such as {@code Orders.java:57}; {@code null} if
	 * the stack contains no application frame
	 */
	public static @Nullable String nearestLine(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.filter((element) -> contains(element.getClassName()))
			.findFirst()
			.map(ApplicationCode::line)
			.orElse(null);
	}

	private static String line(StackTraceElement element) {
		return element.getFileName() + ":" + element.getLineNumber();
	}

	/**
	 * Returns whether a class belongs to the application.
	 * @param type the fully qualified class name
	 * @return {@code false} for classes of the JDK, of a known library or of this
	 * project, and for generated classes
	 */
	public static boolean contains(String type) {
		String name = ClassUtils.getPackageName(type);
		return !OURS.contains(name) && !isIn(LIBRARIES, name) && !type.contains("$$") && !type.contains("$Proxy")
				&& !Jdk.PACKAGES.contains(name);
	}

	/**
	 * Returns whether a class or its methods may have annotations of this project.
	 * @param type the class
	 * @return {@code false} if it belongs to the JDK or to a known library, like all its
	 * superclasses and interfaces
	 */
	public static boolean canBeAnnotated(Class<?> type) {
		for (Class<?> each = type; each != null; each = each.getSuperclass()) {
			if ((!Proxy.isProxyClass(each) && isForeign(each))
					|| Arrays.stream(each.getInterfaces()).anyMatch(ApplicationCode::canBeAnnotated)) {
				return true;
			}
		}
		return false;
	}

	private static boolean isForeign(Class<?> type) {
		ClassLoader loader = type.getClassLoader();
		return loader != null && loader != ClassLoader.getPlatformClassLoader()
				&& !isIn(LIBRARIES, ClassUtils.getPackageName(type));
	}

	/**
	 * Returns whether a class belongs to the JDK.
	 * @param type the fully qualified class name
	 * @return {@code true} for classes of the JDK
	 */
	public static boolean isOfJdk(String type) {
		return Jdk.PACKAGES.contains(ClassUtils.getPackageName(type));
	}

	private static boolean isIn(Set<String> packages, String name) {
		for (String parent = name; !parent.isEmpty(); parent = ClassUtils.getPackageName(parent)) {
			if (packages.contains(parent)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The JDK, whose packages are read at the first stack.
	 */
	private static final class Jdk {

		static final Set<String> PACKAGES = ModuleFinder.ofSystem()
			.findAll()
			.stream()
			.flatMap((module) -> module.descriptor().packages().stream())
			.collect(Collectors.toUnmodifiableSet());

	}

}
