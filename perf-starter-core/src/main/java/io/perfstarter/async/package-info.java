/**
 * BoundedExecutors: so many tasks run at once, so many wait, and what happens to the rest
 * is said.
 */
@NullMarked
package io.perfstarter.async;

import org.jspecify.annotations.NullMarked;
