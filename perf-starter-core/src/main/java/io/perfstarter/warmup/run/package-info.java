/**
 * Repeats warm-up requests until they are fast, and lets traffic in then.
 */
@NullMarked
package io.perfstarter.warmup.run;

import org.jspecify.annotations.NullMarked;
