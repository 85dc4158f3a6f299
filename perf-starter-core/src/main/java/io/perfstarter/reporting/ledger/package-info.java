/**
 * Measures the time breakdown of each request, and collects the figures of requests.
 */
@NullMarked
package io.perfstarter.reporting.ledger;

import org.jspecify.annotations.NullMarked;
