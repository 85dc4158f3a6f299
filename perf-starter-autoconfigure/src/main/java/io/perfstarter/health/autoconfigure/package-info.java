/**
 * Health indicators of the features.
 */
@NullMarked
package io.perfstarter.health.autoconfigure;

import org.jspecify.annotations.NullMarked;
