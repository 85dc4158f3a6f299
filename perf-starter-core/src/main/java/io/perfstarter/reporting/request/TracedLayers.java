package io.perfstarter.reporting.request;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;

import io.perfstarter.reporting.request.CallTrace.Call;
import io.perfstarter.support.ApplicationCode;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;
import org.springframework.stereotype.Repository;
import org.springframework.stereotype.Service;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Records the calls of controllers, services and repositories in the time breakdown of
 * their request: class and method, without arguments.
 */
public final class TracedLayers implements MethodInterceptor {

	private static final List<Class<? extends Annotation>> STEREOTYPES = List.of(Controller.class, Service.class,
			Repository.class);

	// The repository type of Spring Data, null if Spring Data is absent.
	private static final @Nullable Class<?> REPOSITORY = find("org.springframework.data.repository.Repository");

	private static final int FINAL_STATIC_PRIVATE = Modifier.FINAL | Modifier.STATIC | Modifier.PRIVATE;

	private final ApplicationCode application;

	private TracedLayers(ApplicationCode application) {
		this.application = application;
	}

	/**
	 * Creates an advisor for all beans with a stereotype annotation and all repositories
	 * of Spring Data.
	 * @param application the code whose layers are traced
	 * @return the advisor
	 */
	public static Advisor advisor(ApplicationCode application) {
		TracedLayers layers = new TracedLayers(application);
		return new DefaultPointcutAdvisor(new ComposablePointcut(layers::isLayer), layers);
	}

	private static @Nullable Class<?> find(String name) {
		ClassLoader loader = TracedLayers.class.getClassLoader();
		return ClassUtils.isPresent(name, loader) ? ClassUtils.resolveClassName(name, loader) : null;
	}

	private boolean isLayer(Class<?> type) {
		if (!Proxy.isProxyClass(type)
				&& (isFinal(type) || !this.application.contains(ClassUtils.getUserClass(type).getName()))) {
			return false;
		}
		return STEREOTYPES.stream().anyMatch((stereotype) -> AnnotatedElementUtils.hasAnnotation(type, stereotype))
				|| (REPOSITORY != null && REPOSITORY.isAssignableFrom(type));
	}

	/**
	 * Returns whether a proxy cannot replace a bean: a final method would run on the
	 * proxy, whose fields are not set.
	 */
	private boolean isFinal(Class<?> type) {
		return Modifier.isFinal(type.getModifiers()) || Arrays.stream(ReflectionUtils.getAllDeclaredMethods(type))
			.filter((method) -> this.application.contains(method.getDeclaringClass().getName()))
			.anyMatch((method) -> (method.getModifiers() & FINAL_STATIC_PRIVATE) == Modifier.FINAL);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown == null || ReflectionUtils.isObjectMethod(invocation.getMethod())) {
			return invocation.proceed();
		}
		CallTrace trace = breakdown.trace();
		Call call = trace.enter(name(invocation.getThis(), invocation.getMethod()), System.nanoTime());
		try {
			return invocation.proceed();
		}
		finally {
			if (call != null) {
				trace.leave(call, System.nanoTime());
			}
		}
	}

	private String name(@Nullable Object target, Method method) {
		Class<?> type = (target != null) ? target.getClass() : method.getDeclaringClass();
		return userType(type).getSimpleName() + "." + method.getName();
	}

	/**
	 * Returns the type of the application: for a JDK proxy, one of its interfaces.
	 */
	private Class<?> userType(Class<?> type) {
		if (!Proxy.isProxyClass(type)) {
			return ClassUtils.getUserClass(type);
		}
		return Arrays.stream(type.getInterfaces())
			.filter((known) -> this.application.contains(known.getName()))
			.<Class<?>>map((known) -> known)
			.findFirst()
			.orElse(type);
	}

}
