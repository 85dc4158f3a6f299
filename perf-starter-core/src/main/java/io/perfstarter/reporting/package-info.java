/**
 * Logs the state of the instance periodically, and publishes why requests were slow.
 */
@NullMarked
package io.perfstarter.reporting;

import org.jspecify.annotations.NullMarked;
