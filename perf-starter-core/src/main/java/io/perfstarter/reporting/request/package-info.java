/**
 * Measures the time breakdown of each request, and collects the figures of requests.
 */
@NullMarked
package io.perfstarter.reporting.request;

import org.jspecify.annotations.NullMarked;
