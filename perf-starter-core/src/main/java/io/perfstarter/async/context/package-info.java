/**
 * Propagates the context of a caller's thread to its tasks.
 */
@NullMarked
package io.perfstarter.async.context;

import org.jspecify.annotations.NullMarked;
