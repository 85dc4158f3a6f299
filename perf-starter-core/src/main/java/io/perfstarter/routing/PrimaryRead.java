package io.perfstarter.routing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sends reads of the annotated method, and of methods that it calls on the same thread,
 * to the primary. A transaction that already uses a replica stays there.
 *
 * <p>
 * On a type the annotation applies to each of its methods. The connection of a
 * surrounding transaction that has read from a replica cannot be changed. The starter
 * logs such a read once for each method.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface PrimaryRead {

}
