package io.perfstarter.jdbc;

import java.lang.StackWalker.StackFrame;
import java.lang.module.ModuleFinder;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Tells the classes of the application from those of the JDK, of libraries and of ours,
 * which are named exactly, because an application may be below a package of any name.
 */
public final class ApplicationCode {

	private static final StackWalker WALKER = StackWalker.getInstance();

	private static final int FRAMES = 200;

	/**
	 * All packages of the JDK.
	 */
	private static final Set<String> JDK = ModuleFinder.ofSystem()
		.findAll()
		.stream()
		.flatMap((module) -> module.descriptor().packages().stream())
		.collect(Collectors.toUnmodifiableSet());

	/**
	 * Our packages, without those below them.
	 */
	private static final Set<String> OURS = names("io.perfstarter",
			"""
					async async.autoconfigure boundary boundary.autoconfigure coherence coherence.autoconfigure coherence.cache coherence.commit
					coherence.discovery coherence.protocol coherence.transport eviction eviction.autoconfigure health.autoconfigure
					jdbc jdbc.autoconfigure remote reporting reporting.advice reporting.autoconfigure reporting.explain
					reporting.jvm reporting.ledger reporting.page reporting.pool reporting.verdict reporting.window routing
					routing.autoconfigure settings.autoconfigure warmup warmup.autoconfigure web.autoconfigure""");

	/**
	 * The packages that each belong to one library, with those below them.
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
							com.fasterxml.jackson com.github.benmanes.caffeine com.mysql com.sun.proxy com.zaxxer.hikari feign io.grpc
							io.lettuce io.micrometer io.netty io.opentelemetry io.r2dbc io.undertow jakarta.persistence jakarta.servlet
							jakarta.transaction jakarta.ws.rs javax.cache kotlin kotlinx.coroutines okhttp3 okio oracle.jdbc
							org.aopalliance org.aspectj org.eclipse.jetty org.ehcache org.h2 org.hibernate org.jooq
							org.mariadb.jdbc org.mybatis org.postgresql reactor redis.clients.jedis retrofit2 tools.jackson"""))
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
	 * The line of the application that is nearest to where the calling thread is.
	 * @return file and line; {@code null} if there is none
	 */
	public static @Nullable String nearestLine() {
		return WALKER
			.walk((frames) -> frames.limit(FRAMES).filter((frame) -> contains(frame.getClassName())).findFirst())
			.map(StackFrame::toStackTraceElement)
			.map(ApplicationCode::line)
			.orElse(null);
	}

	/**
	 * The line of the application that is nearest to the end of a stack.
	 * @param stack the stack of a thread
	 * @return file and line; {@code null} if there is none
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
	 * Whether a class is one that somebody has written for the application.
	 * @param type the name of the class
	 * @return whether it is neither of the JDK, nor of a library, nor of ours, nor
	 * generated
	 */
	public static boolean contains(String type) {
		String name = ClassUtils.getPackageName(type);
		return !JDK.contains(name) && !OURS.contains(name) && !isOfLibrary(name) && !type.contains("$$")
				&& !type.contains("$Proxy");
	}

	private static boolean isOfLibrary(String name) {
		for (String parent = name; !parent.isEmpty(); parent = ClassUtils.getPackageName(parent)) {
			if (LIBRARIES.contains(parent)) {
				return true;
			}
		}
		return false;
	}

}
