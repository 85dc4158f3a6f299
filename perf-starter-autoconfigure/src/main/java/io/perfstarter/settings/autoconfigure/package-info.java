/**
 * Support for the properties of all features: switches, values that name something else,
 * and what a failed start says of a wrong value.
 */
@NullMarked
package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.NullMarked;
