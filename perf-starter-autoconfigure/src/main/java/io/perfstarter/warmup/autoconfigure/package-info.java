/**
 * Auto-configuration of the warm-up.
 */
@NullMarked
package io.perfstarter.warmup.autoconfigure;

import org.jspecify.annotations.NullMarked;
