package io.perfstarter.routing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sends reads of the annotated method, and of methods it calls on its thread, to the
 * primary, unless their transaction already uses a replica.
 *
 * <p>
 * On a type the annotation applies to each of its methods. If the surrounding transaction
 * has already read from a replica, it stays there, because its connection cannot be
 * changed; this is logged once for each method.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface PrimaryRead {

}
