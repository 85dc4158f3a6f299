/**
 * Auto-configuration of bounded executors and the request limiter.
 */
@NullMarked
package io.perfstarter.async.autoconfigure;

import org.jspecify.annotations.NullMarked;
