/**
 * Warm-up: the main calls are made until they are fast, before anybody else makes them.
 */
@NullMarked
package io.perfstarter.warmup;

import org.jspecify.annotations.NullMarked;
