package io.perfstarter.eviction;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * One call of an annotated method, available as {@code #root} in its expressions.
 *
 * @param method the method called
 * @param args its arguments
 * @param target the object it was called on
 * @param targetClass the class of that object
 */
record EvictionCall(Method method, @Nullable Object[] args, Object target, Class<?> targetClass) {

	/**
	 * Returns the name of the method.
	 * @return the name of the method
	 */
	public String methodName() {
		return this.method.getName();
	}

	@Override
	public String toString() {
		return this.targetClass.getSimpleName() + "." + this.method.getName();
	}

}
