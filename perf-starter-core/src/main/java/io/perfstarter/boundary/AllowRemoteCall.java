package io.perfstarter.boundary;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Allows the annotated methods, and the methods that they call, to make remote calls
 * while they hold a database connection. The account counts such calls all the same.
 *
 * <p>
 * Works on calls from other beans, like every advice of Spring; on a type it is on all
 * its methods.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface AllowRemoteCall {

	/**
	 * Why that is right here, for those who read it.
	 * @return a sentence
	 */
	String reason();

}
