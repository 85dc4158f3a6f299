/**
 * Compares the starter with other ways to cache in several instances.
 */
@NullMarked
package io.perfstarter.sample.sidebyside;

import org.jspecify.annotations.NullMarked;
