/**
 * The one place that sees calls of other processes. For the features, not for
 * applications.
 */
@NullMarked
package io.perfstarter.remote;

import org.jspecify.annotations.NullMarked;
