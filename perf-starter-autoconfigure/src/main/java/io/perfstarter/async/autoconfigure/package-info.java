/**
 * When there are executors, and how they are set.
 */
@NullMarked
package io.perfstarter.async.autoconfigure;

import org.jspecify.annotations.NullMarked;
