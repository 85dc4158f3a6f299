package io.perfstarter.support;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.util.ClassUtils;

/**
 * Recognizes classes that cannot have annotations of this project, so that their methods
 * are not searched at the start.
 */
public final class Annotatable {

	/**
	 * The packages of Spring, including their subpackages. They are listed one by one,
	 * because an application may be in another package below {@code org.springframework}.
	 */
	private static final Set<String> SPRING = Arrays
		.stream("""
				ai amqp aop asm aot batch beans boot cache cglib cloud.circuitbreaker cloud.client cloud.commons cloud.config
				cloud.context cloud.function cloud.gateway cloud.loadbalancer cloud.netflix cloud.openfeign cloud.stream
				context core dao data expression format graphql grpc hateoas http integration jca jdbc jms jmx jndi kafka ldap mail messaging
				mock modulith objenesis orm oxm pulsar r2dbc remoting resilience retry scheduling scripting security session test
				transaction ui util validation vault web ws"""
			.split("\\s+"))
		.map((name) -> "org.springframework." + name)
		.collect(Collectors.toUnmodifiableSet());

	private Annotatable() {
	}

	/**
	 * Returns whether a class or its methods may have annotations of this project.
	 * @param type the class
	 * @return {@code false} if the class and all its superclasses and interfaces belong
	 * to the JDK or to Spring
	 */
	public static boolean test(Class<?> type) {
		for (Class<?> each = type; each != null; each = each.getSuperclass()) {
			if ((!Proxy.isProxyClass(each) && isForeign(each))
					|| Arrays.stream(each.getInterfaces()).anyMatch(Annotatable::test)) {
				return true;
			}
		}
		return false;
	}

	private static boolean isForeign(Class<?> type) {
		ClassLoader loader = type.getClassLoader();
		return loader != null && loader != ClassLoader.getPlatformClassLoader() && !isOfSpring(type);
	}

	private static boolean isOfSpring(Class<?> type) {
		String name = ClassUtils.getPackageName(type);
		while (!name.isEmpty() && !SPRING.contains(name)) {
			name = ClassUtils.getPackageName(name);
		}
		return !name.isEmpty();
	}

}
