/**
 * Auto-configuration of the reports about slow requests.
 */
@NullMarked
package io.perfstarter.reporting.autoconfigure;

import org.jspecify.annotations.NullMarked;
