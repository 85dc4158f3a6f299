/**
 * Auto-configuration of routing.
 */
@NullMarked
package io.perfstarter.routing.autoconfigure;

import org.jspecify.annotations.NullMarked;
