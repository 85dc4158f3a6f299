/**
 * What the features show of their health.
 */
@NullMarked
package io.perfstarter.health.autoconfigure;

import org.jspecify.annotations.NullMarked;
