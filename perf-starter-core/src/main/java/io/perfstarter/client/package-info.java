/**
 * Observes how long a request waits for its client, for reporting.
 */
@NullMarked
package io.perfstarter.client;

import org.jspecify.annotations.NullMarked;
