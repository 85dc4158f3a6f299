/**
 * Auto-configuration of {@code @EvictTicketCache}.
 */
@NullMarked
package io.perfstarter.eviction.autoconfigure;

import org.jspecify.annotations.NullMarked;
