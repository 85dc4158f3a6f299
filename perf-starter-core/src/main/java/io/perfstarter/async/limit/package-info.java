/**
 * Limits the number of concurrent requests: the rest waits in a bounded queue, or is
 * rejected.
 */
@NullMarked
package io.perfstarter.async.limit;

import org.jspecify.annotations.NullMarked;
