/**
 * The example of the page on an eviction strategy of one's own.
 */
@NullMarked
package io.perfstarter.sample.howto.eviction;

import org.jspecify.annotations.NullMarked;
