package io.perfstarter.boundary;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Allows the annotated method, and the methods it calls on the same thread, to make
 * remote calls while holding a database connection. The usage statistics still count
 * these calls.
 *
 * <p>
 * A Spring proxy applies it, so it affects only calls from other beans. On a type it
 * applies to all methods.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface AllowRemoteCall {

	/**
	 * Explains why the call is acceptable here. Not evaluated.
	 * @return a sentence for readers of the code
	 */
	String reason();

}
