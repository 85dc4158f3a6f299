/**
 * Bounded executors: bounded concurrency, a bounded queue, and metrics for rejections.
 */
@NullMarked
package io.perfstarter.async;

import org.jspecify.annotations.NullMarked;
