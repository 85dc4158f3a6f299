/**
 * Support for the properties of all features: switches, values that name something else,
 * and what is said about unknown and invalid ones.
 */
@NullMarked
package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.NullMarked;
