/**
 * Warm-up: sends the main requests until they are fast, before the instance accepts
 * traffic.
 */
@NullMarked
package io.perfstarter.warmup;

import org.jspecify.annotations.NullMarked;
