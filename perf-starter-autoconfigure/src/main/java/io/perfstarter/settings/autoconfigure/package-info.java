/**
 * Support for the properties of all features: switches, values that name something else,
 * and the detection of unknown settings.
 */
@NullMarked
package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.NullMarked;
