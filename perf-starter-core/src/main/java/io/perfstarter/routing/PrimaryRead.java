package io.perfstarter.routing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sends the reads of the annotated method, and of the methods that it calls in the same
 * thread, to the primary, also in a read-only transaction.
 *
 * <p>
 * On a type the annotation holds for each of its public methods. A transaction that has
 * read on a replica before the method is called stays there, since its connection cannot
 * be changed any more; that is logged once for each method.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface PrimaryRead {

}
