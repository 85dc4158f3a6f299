/**
 * Detects writes in read-only transactions, which would be lost or refused.
 */
@NullMarked
package io.perfstarter.routing.checks;

import org.jspecify.annotations.NullMarked;
