/**
 * What all features have in common about their properties.
 */
@NullMarked
package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.NullMarked;
