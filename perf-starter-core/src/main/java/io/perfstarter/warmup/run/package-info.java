/**
 * Calls the application and its tasks until it is fast, and opens the gates then.
 */
@NullMarked
package io.perfstarter.warmup.run;

import org.jspecify.annotations.NullMarked;
