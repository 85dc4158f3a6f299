/**
 * The registry of the sample, a Eureka server at which the other parts register.
 */
@NullMarked
package io.perfstarter.sample.registry;

import org.jspecify.annotations.NullMarked;
