/**
 * Observes how long a request waits for its client, for several features.
 */
@NullMarked
package io.perfstarter.client;

import org.jspecify.annotations.NullMarked;
