/**
 * Auto-configuration of the boundary feature.
 */
@NullMarked
package io.perfstarter.boundary.autoconfigure;

import org.jspecify.annotations.NullMarked;
