/**
 * The registry, a Eureka server, where the other parts of the sample meet.
 */
@NullMarked
package io.perfstarter.sample.registry;

import org.jspecify.annotations.NullMarked;
