package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Finds the {@link EvictTicketCache} annotations of a method: its own, those of the
 * interface method it implements, else those of its class or interface.
 */
final class EvictionOperations {

	private EvictionOperations() {
	}

	static List<EvictionOperation> of(Method method, Class<?> targetClass) {
		if (method.getDeclaringClass() == Object.class) {
			return List.of();
		}
		Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
		Collection<EvictTicketCache> annotations = AnnotatedElementUtils.findMergedRepeatableAnnotations(specific,
				EvictTicketCache.class, EvictTicketCaches.class);
		if (annotations.isEmpty() && isPublicOfInstance(specific) && ClassUtils.isUserLevelMethod(specific)) {
			annotations = AnnotatedElementUtils.findMergedRepeatableAnnotations(specific.getDeclaringClass(),
					EvictTicketCache.class, EvictTicketCaches.class);
		}
		if (annotations.isEmpty() && specific != method) {
			annotations = AnnotatedElementUtils.findMergedRepeatableAnnotations(method, EvictTicketCache.class,
					EvictTicketCaches.class);
		}
		return annotations.stream().map(EvictionOperation::of).toList();
	}

	private static boolean isPublicOfInstance(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
	}

}
