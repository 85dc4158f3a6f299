/**
 * Support for the properties of all features: switches, and values that name something
 * else.
 */
@NullMarked
package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.NullMarked;
