/**
 * The invalidation log in a stream of Redis.
 */
@NullMarked
package io.perfstarter.coherence.redis;

import org.jspecify.annotations.NullMarked;
