/**
 * Repeats warm-up requests until they are fast. Lets traffic in afterwards.
 */
@NullMarked
package io.perfstarter.warmup.run;

import org.jspecify.annotations.NullMarked;
