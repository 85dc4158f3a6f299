/**
 * Auto-configuration for the observation of pooled connections.
 */
@NullMarked
package io.perfstarter.jdbc.autoconfigure;

import org.jspecify.annotations.NullMarked;
